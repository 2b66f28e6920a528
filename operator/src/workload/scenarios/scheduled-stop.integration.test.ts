import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@gpulease/kube/testing';
import { Harness } from '../../testing/harness.ts';
import { PassingClock } from '../../testing/passing-clock.ts';

const TIMEOUT = 600_000;
const MINUTE_MS = 60_000;

describe('a scheduled stop on a real API server', () => {
  let harness: Harness;
  const clock = new PassingClock();
  beforeAll(async () => {
    harness = await Harness.start();
    harness.startOperator(undefined, { clock });
  }, TIMEOUT);
  afterAll(() => harness.stop(), TIMEOUT);

  const inMinutes = (minutes: number): string =>
    new Date(clock.now().getTime() + minutes * MINUTE_MS).toISOString();

  it(
    'is announced, put off for an hour and carried out, and the machine starts on request afterwards',
    async () => {
      const [stopAt, postponedUntil] = [inMinutes(20), inMinutes(80)];
      const workload = await harness.create({ schedule: { stopAt } });
      await harness.accept(workload);
      const running = await harness.until(workload, 'Running');
      expect(running.status?.schedule).toMatchObject({ stopAt });

      clock.pass(6 * MINUTE_MS);
      const told = await harness.untilReason(workload, 'ScheduledStopNotice');
      expect(told.status?.interruption).toMatchObject({ reason: 'Schedule', stopAt });
      expect(told.status?.message).toMatch(/will be stopped at .* UTC, as its schedule says/);
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
});
