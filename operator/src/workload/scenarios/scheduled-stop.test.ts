import type { Workload, WorkloadSpec } from '@gpulease/crds';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { keyOf, SmallWorld, START } from '../../testing/small-world.ts';

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

  it('is warned a quarter of an hour before its stop, and stopped on time without another word', async () => {
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

  it('goes on for an hour where its stop is put off, though it is restarted meanwhile', async () => {
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

  it('runs for its hours at each start that is requested', async () => {
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

  it('does not come back by itself after its time, however long that money was missing', async () => {
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

  it('does not start when its place comes free after its time', async () => {
    await order({ skuQuantity: 2, rootDiskSize: '200Gi' }, 'other');
    await order({ schedule: { stopAt: at(60) } });
    await until(50);
    expect(get().status).toMatchObject({ phase: 'Pending', reason: 'NoCapacity' });
    await until(61);
    world.change('other', { powerState: 'Stopped' });
    await until(70);
    expect(get().status).toMatchObject({ phase: 'Stopped', reason: 'ScheduledStop' });
  });

  it('can be switched off and on after its time, as with kubectl alone', async () => {
    await order({ schedule: { stopAt: at(60) } });
    await until(70);
    world.change('a', { powerState: 'Stopped' });
    await until(71);
    world.change('a', { powerState: 'Running' });
    await until(80);
    expect(get().status?.phase).toBe('Running');
  });
});
