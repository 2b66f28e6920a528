import type { Workload, WorkloadSpec } from '@gpulease/crds';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { keyOf, SmallWorld, START } from '../../testing/small-world.ts';
import type { WeeklyPlan } from '../decide/weekly-hours.ts';

const MINUTE_MS = 60_000;
const at = (minutes: number): string => new Date(START + minutes * MINUTE_MS).toISOString();

describe('a machine with a schedule', () => {
  let world: SmallWorld;
  beforeEach(() => {
    world = new SmallWorld({ n1: 2 });
  });

  const get = (name = 'a'): Workload => {
    const workload = world.workloads.get(keyOf(name));
    if (workload === undefined) throw new Error(`There is no workload ${name}`);
    return workload;
  };
  const until = (minutes: number): Promise<void> =>
    world.pass(START + minutes * MINUTE_MS - world.now.getTime());
  const accept = (name = 'a'): void => world.fund(name, { status: 'True', reason: 'OrderAccepted' });
  const order = async (spec: Partial<WorkloadSpec>, name = 'a'): Promise<void> => {
    world.create(name, spec);
    accept(name);
    await world.settle();
  };

  it('is warned a quarter of an hour before its stop, and stopped on time without another notice', async () => {
    await order({ schedule: { stopAt: at(60) } });
    await until(44);
    expect(get().status).toMatchObject({ phase: 'Running', reason: 'Running', schedule: { stopAt: at(60) } });
    await until(46);
    expect(get().status).toMatchObject({
      phase: 'Running',
      reason: 'ScheduledStopNotice',
      interruption: { reason: 'Schedule', noticedAt: at(45), stopAt: at(60) },
    });
    await until(70);
    const { spec, status } = get();
    expect(spec.powerState).toBe('Running');
    expect(status).toMatchObject({ phase: 'Stopped', halt: { reason: 'ScheduledStop', at: at(60) } });
    expect(status?.runs).toMatchObject([{ stoppedAt: at(60), endReason: 'ScheduledStop' }]);
    expect(status?.schedule).not.toHaveProperty('stopAt');
  });

  it('runs an hour longer if its stop is postponed, even if it is restarted in the meantime', async () => {
    await order({ schedule: { stopAt: at(60) } });
    await until(50);
    world.change('a', { schedule: { stopAt: at(60), postponedUntil: at(120) } });
    await until(70);
    expect(get().status).toMatchObject({ reason: 'Running', schedule: { stopAt: at(120) } });
    expect(get().status?.interruption).toBeUndefined();
    world.change('a', { restartedAt: at(70) });
    for (const minute of [71, 72, 119]) await until(minute);
    expect(get().status).toMatchObject({ phase: 'Running', reason: 'ScheduledStopNotice' });
    await until(130);
    expect(get().status).toMatchObject({ phase: 'Stopped', halt: { at: at(120) } });
  });

  it('runs for its hours after each requested start', async () => {
    await order({ schedule: { stopAfterHours: 1 } });
    await until(90);
    expect(get().status).toMatchObject({ phase: 'Stopped', reason: 'ScheduledStop' });
    world.change('a', { restartedAt: at(90) });
    await until(120);
    expect(get().status?.phase).toBe('Running');
    await until(200);
    const lengths = get().status?.runs?.map(
      ({ startedAt, stoppedAt = '' }) => Date.parse(stoppedAt) - Date.parse(startedAt),
    );
    expect(lengths).toEqual([60 * MINUTE_MS, 60 * MINUTE_MS]);
  });

  it('does not start automatically after its time, however long funds were missing', async () => {
    await order({ schedule: { stopAt: at(60) }, resume: 'Automatic' });
    await until(30);
    world.fund('a', { status: 'False', reason: 'InsufficientFunds' });
    await until(70);
    accept();
    await until(80);
    expect(get().status).toMatchObject({ phase: 'Stopped', halt: { reason: 'ScheduledStop', at: at(60) } });
    world.change('a', { restartedAt: at(80) });
    await until(90);
    expect(get().status?.phase).toBe('Running');
  });

  it('does not start if a place becomes free after its time', async () => {
    await order({ skuQuantity: 2, rootDiskSize: '200Gi' }, 'other');
    await order({ schedule: { stopAt: at(60) } });
    await until(50);
    expect(get().status).toMatchObject({ phase: 'Pending', reason: 'NoCapacity' });
    await until(61);
    world.change('other', { powerState: 'Stopped' });
    await until(70);
    expect(get().status).toMatchObject({ phase: 'Stopped', reason: 'ScheduledStop' });
  });

  it('can be switched off and on after its time, as with kubectl', async () => {
    await order({ schedule: { stopAt: at(60) } });
    await until(70);
    world.change('a', { powerState: 'Stopped' });
    await until(71);
    world.change('a', { powerState: 'Running' });
    await until(80);
    expect(get().status?.phase).toBe('Running');
  });

  describe('of idle GPUs', () => {
    const idle = { gpuPercent: 5, minutes: 60 };
    /** Sets the minute since which the operator sees the GPUs as idle; undefined if they are busy. */
    const see = (since: number | undefined): void => {
      const from = since === undefined ? undefined : new Date(at(since));
      world.idle.set('a', { since: from, seenAt: world.now, measures: 'There' });
    };
    const warned = async (spec: Partial<WorkloadSpec> = {}): Promise<void> => {
      await order({ schedule: { idle }, ...spec });
      await until(10);
      see(10);
      await until(56);
      expect(get().status).toMatchObject({
        reason: 'IdleStopNotice',
        interruption: { reason: 'Schedule', noticedAt: at(55), stopAt: at(70) },
        schedule: { idle, idleSince: at(10), stopAt: at(70) },
      });
    };

    it('is stopped once it was measured as idle to the end, and stays off', async () => {
      await warned({ resume: 'Automatic' });
      await until(75);
      expect(get().status?.phase).toBe('Running');
      see(10);
      await until(80);
      expect(get().status).toMatchObject({
        phase: 'Stopped',
        reason: 'IdleStop',
        halt: { reason: 'IdleStop' },
      });
      expect(get().status?.schedule).not.toHaveProperty('idleSince');
      world.idle.clear();
      await until(200);
      expect(get().status?.phase).toBe('Stopped');
      world.change('a', { restartedAt: at(200) });
      await until(300);
      expect(get().status).toMatchObject({ phase: 'Running', reason: 'Running' });
    });

    it('keeps running if work begins after the warning', async () => {
      await warned();
      see(undefined);
      await until(57);
      expect(get().status).toMatchObject({ phase: 'Running', reason: 'Running' });
      expect(get().status?.interruption).toBeUndefined();
      expect(get().status?.schedule).not.toHaveProperty('stopAt');
    });

    it('runs an hour longer if its stop is postponed', async () => {
      await warned();
      world.change('a', { schedule: { idle, postponedUntil: at(130) } });
      await until(100);
      see(10);
      await until(101);
      expect(get().status).toMatchObject({
        phase: 'Running',
        reason: 'Running',
        schedule: { stopAt: at(130) },
      });
      await until(131);
      see(10);
      await until(135);
      expect(get().status).toMatchObject({ phase: 'Stopped', reason: 'IdleStop' });
    });

    it('reports what is missing if nothing is measured', async () => {
      const measured = () => get().status?.conditions?.find(({ type }) => type === 'GPUMeasured');
      await order({ schedule: { idle } });
      expect(measured()).toMatchObject({ status: 'False', reason: 'ExporterMissing' });
      world.idle.set('a', { measures: 'NoSource' });
      await until(1);
      expect(measured()).toMatchObject({ status: 'False', reason: 'MetricsNotConfigured' });
      see(undefined);
      await until(2);
      expect(measured()).toMatchObject({ status: 'True' });
      world.change('a', { schedule: { stopAfterHours: 4 } });
      await until(3);
      expect(measured()).toBeUndefined();
    });
  });

  describe('of weekly hours', () => {
    const DAY = 24 * 60;
    /** One hour from the start of the world, a Thursday. */
    const weekly: WeeklyPlan = {
      days: ['Thu', 'Fri'],
      from: '08:00',
      to: '09:00',
      timeZone: 'Asia/Shanghai',
    };
    /** Releases the funding, as billing does for a stopped machine. */
    const release = (): void => world.fund('a', { status: 'False', reason: 'Released' });

    it('starts when they begin, once it is paid for, and stops when they end', async () => {
      await order({ schedule: { weekly } });
      await until(70);
      const halt = { reason: 'ScheduledStop', at: at(60) };
      expect(get().status).toMatchObject({ phase: 'Stopped', halt, schedule: { startAt: at(DAY) } });
      release();
      await until(DAY - 1);
      expect(get().status).toMatchObject({ phase: 'Stopped', halt });
      await until(DAY + 1);
      expect(get().status).toMatchObject({ phase: 'Stopped', reason: 'ScheduledStop' });
      expect(get().status?.halt).toBeUndefined();
      accept();
      await until(DAY + 10);
      expect(get().status).toMatchObject({ phase: 'Running', schedule: { stopAt: at(DAY + 60) } });
      await until(DAY + 70);
      expect(get().status).toMatchObject({ phase: 'Stopped', schedule: { startAt: at(7 * DAY) } });
      expect(get().spec.powerState).toBe('Running');
    });

    it('does not start if it is funded after their end', async () => {
      await order({ schedule: { weekly } });
      await until(70);
      release();
      await until(DAY + 70);
      accept();
      await until(DAY + 80);
      const halt = { reason: 'ScheduledStop', at: at(DAY + 60) };
      expect(get().status).toMatchObject({ phase: 'Stopped', halt, schedule: { startAt: at(7 * DAY) } });
    });

    it('stays off when they begin if its owner switched it off', async () => {
      await order({ schedule: { weekly } });
      await until(30);
      world.change('a', { powerState: 'Stopped' });
      await until(DAY + 10);
      expect(get().status?.phase).toBe('Stopped');
      world.change('a', { powerState: 'Running' });
      await until(DAY + 20);
      expect(get().status).toMatchObject({ phase: 'Running', schedule: { stopAt: at(DAY + 60) } });
    });

    it('runs until the end of the next ones if it is started between them', async () => {
      await order({ schedule: { weekly } });
      await until(90);
      world.change('a', { restartedAt: at(90) });
      await until(DAY + 1);
      expect(get().status).toMatchObject({ phase: 'Running', schedule: { stopAt: at(DAY + 60) } });
      expect(get().status?.runs).toHaveLength(2);
    });

    const outOfMoney = async (resume: 'Manual' | 'Automatic'): Promise<void> => {
      await order({ schedule: { weekly }, resume });
      await until(30);
      world.fund('a', { status: 'False', reason: 'InsufficientFunds' });
      await until(70);
    };

    it('stays off when they begin if its funds ran out', async () => {
      await outOfMoney('Manual');
      expect(get().status?.schedule).not.toHaveProperty('startAt');
      await until(DAY + 10);
      expect(get().status?.halt?.reason).toBe('Funds');
    });

    it('starts when they begin if its funds ran out but it resumes automatically', async () => {
      await outOfMoney('Automatic');
      const halt = { reason: 'ScheduledStop', at: at(60) };
      expect(get().status).toMatchObject({ halt, schedule: { startAt: at(DAY) } });
      accept();
      for (const minute of [DAY + 1, DAY + 2, DAY + 10]) await until(minute);
      expect(get().status?.phase).toBe('Running');
    });
  });
});
