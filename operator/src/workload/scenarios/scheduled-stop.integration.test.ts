import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@gpulease/kube/testing';
import { createMetrics } from '../../runtime/metrics.ts';
import { Harness } from '../../testing/harness.ts';
import { PassingClock } from '../../testing/passing-clock.ts';
import { SmallPrometheus } from '../../testing/small-prometheus.ts';
import type { WeeklyPlan } from '../decide/weekly-hours.ts';

const TIMEOUT = 600_000;
const MINUTE_MS = 60_000;

describe('a scheduled stop on a real API server', () => {
  let harness: Harness;
  let prometheus: SmallPrometheus;
  const clock = new PassingClock();
  const metrics = createMetrics();
  beforeAll(async () => {
    harness = await Harness.start();
    prometheus = await SmallPrometheus.start();
    harness.startOperator(undefined, { clock, metrics, metricsUrl: prometheus.url });
  }, TIMEOUT);
  afterAll(async () => {
    await harness.stop();
    await prometheus.stop();
  }, TIMEOUT);

  /** Returns how often the operator has checked idle machines; the end of a check schedules the next one. */
  async function looks(): Promise<number> {
    const counts = await metrics.registry.getSingleMetric('controller_runtime_reconcile_total')?.get();
    const own = counts?.values.filter(({ labels }) => labels.controller === 'idle') ?? [];
    return own.reduce((sum, { value }) => sum + value, 0);
  }

  const inMinutes = (minutes: number): string =>
    new Date(clock.now().getTime() + minutes * MINUTE_MS).toISOString();

  it(
    'is announced, postponed by an hour and carried out, and the machine starts on request afterwards',
    async () => {
      const [stopAt, postponedUntil] = [inMinutes(20), inMinutes(80)];
      const workload = await harness.create({ schedule: { stopAt } });
      await harness.accept(workload);
      const running = await harness.until(workload, 'Running');
      expect(running.status?.schedule).toMatchObject({ stopAt });

      clock.pass(6 * MINUTE_MS);
      const told = await harness.untilReason(workload, 'ScheduledStopNotice');
      expect(told.status?.interruption).toMatchObject({ reason: 'Schedule', stopAt });
      expect(told.status?.message).toMatch(/will be stopped at .* UTC as scheduled/);
      await eventually(async () =>
        expect(await harness.eventsOf(workload, 'ScheduledStopNotice')).toHaveLength(1),
      );

      await harness.change(workload, { schedule: { stopAt, postponedUntil } });
      const goesOn = await harness.untilReason(workload, 'Running');
      expect(goesOn.status?.schedule).toMatchObject({ stopAt: postponedUntil });

      clock.pass(80 * MINUTE_MS);
      const stopped = await harness.until(workload, 'Stopped');
      expect(stopped.spec.powerState).toBe('Running');
      expect(stopped.status).toMatchObject({ reason: 'ScheduledStop', halt: { reason: 'ScheduledStop' } });
      expect(stopped.status?.runs).toMatchObject([{ endReason: 'ScheduledStop' }]);

      await harness.change(workload, { restartedAt: clock.now().toISOString() });
      const again = await harness.until(workload, 'Running');
      expect(again.status?.schedule).not.toHaveProperty('stopAt');
      await harness.destroy(workload);
    },
    TIMEOUT,
  );

  it(
    'happens when its GPUs have been idle for long enough, according to the machine itself',
    async () => {
      const looked = async (): Promise<void> => {
        const before = await looks();
        clock.pass(MINUTE_MS);
        await eventually(async () => expect(await looks()).toBeGreaterThan(before));
      };
      const idle = { gpuPercent: 5, minutes: 15 };
      const workload = await harness.create({ schedule: { idle } });
      await harness.accept(workload);
      const running = await harness.until(workload, 'Running');
      await eventually(async () =>
        expect(await harness.eventsOf(workload, 'ExporterMissing')).toHaveLength(1),
      );

      prometheus.loads.set(running.status?.virtualMachine ?? '', [3]);
      await looked();
      const seen = await harness.untilSays(workload, { schedule: { idle, idleSince: expect.any(String) } });
      expect(seen.status?.conditions).toContainEqual(
        expect.objectContaining({ type: 'GPUMeasured', status: 'True' }),
      );
      for (let minute = 1; minute <= 8; minute += 1) await looked();
      const told = await harness.untilReason(workload, 'IdleStopNotice');
      expect(told.status?.interruption).toMatchObject({ reason: 'Schedule' });
      expect(told.status?.message).toMatch(
        /below 5% utilization\. If this continues, it will be stopped at .* UTC/,
      );

      for (let minute = 9; minute <= 15; minute += 1) await looked();
      const stopped = await harness.until(workload, 'Stopped');
      expect(stopped.spec.powerState).toBe('Running');
      expect(stopped.status).toMatchObject({
        reason: 'IdleStop',
        halt: { reason: 'IdleStop' },
        parameters: { percent: '5', minutes: '15' },
        runs: [{ endReason: 'IdleStop' }],
      });
      await harness.destroy(workload);
    },
    TIMEOUT,
  );

  it(
    'stops a machine at the end of its weekly hours, and starts it when the next ones begin',
    async () => {
      const minute = (minutes: number): string => inMinutes(minutes).slice(11, 16);
      const days: WeeklyPlan['days'] = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
      const weekly = { days, from: minute(-60), to: minute(20), timeZone: 'Etc/UTC' };
      const workload = await harness.create({ schedule: { weekly } });
      await harness.accept(workload);
      const { status } = await harness.until(workload, 'Running');
      expect(status?.schedule?.stopAt).toContain(`T${weekly.to}:00`);

      clock.pass(6 * MINUTE_MS);
      await harness.untilReason(workload, 'ScheduledStopNotice');
      clock.pass(15 * MINUTE_MS);
      const stopped = await harness.until(workload, 'Stopped');
      const { startAt = '' } = stopped.status?.schedule ?? {};
      expect(stopped.status?.halt?.reason).toBe('ScheduledStop');
      expect(startAt).toContain(`T${weekly.from}:00`);

      clock.pass(Date.parse(startAt) - clock.now().getTime());
      const again = await harness.until(workload, 'Running');
      expect(again.status?.halt).toBeUndefined();
      expect(again.status?.runs).toHaveLength(2);
      expect(again.spec).not.toHaveProperty('restartedAt');
      await harness.destroy(workload);
    },
    TIMEOUT,
  );
});
