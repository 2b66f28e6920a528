import type { Workload, WorkloadStatus } from '@gpulease/crds';
import { silentLogger } from '@gpulease/kube';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { aWorkload, NOW } from '../testing/scope.ts';
import { IdleWatch } from './idle-watch.ts';

const MINUTE_MS = 60_000;
const rule = { gpuPercent: 5, minutes: 60 };
const gpu = { model: 'a100', deviceName: 'nvidia.com/A100', count: 2 };
const key = 'u-mei/train';

/** The answer of the source: the load of each GPU in percent, or none. */
type Said = readonly number[] | 'away';

describe('the watch for idle machines', () => {
  let now: Date;
  let said: Said;
  let workload: Workload;
  let woken: string[];
  let asked: number;
  let precededUntil: Date | undefined;
  let watch: IdleWatch;

  const machine = (status: WorkloadStatus = {}, idle = rule): Workload =>
    aWorkload(
      { schedule: { idle } },
      {
        phase: 'Running',
        virtualMachine: 'train-0a1b',
        resources: { cpu: 4, memory: '16Gi', disk: '100Gi', gpu },
        runs: [{ id: 'run-1', startedAt: NOW.toISOString() }],
        ...status,
      },
    );
  const ask = (): Promise<unknown> => {
    asked += 1;
    if (said === 'away') return Promise.reject(new Error('The source is away'));
    const of = { namespace: 'u-mei', name: 'train-0a1b' };
    const value = (number: number) => [now.getTime() / 1000, String(number)];
    const result = [
      { metric: { ...of, of: 'highest' }, value: value(Math.max(...said)) },
      { metric: { ...of, of: 'gpus' }, value: value(said.length) },
    ];
    const data = { resultType: 'vector', result: said.length === 0 ? [] : result };
    return Promise.resolve({ status: 'success', data });
  };
  const newWatch = (source: { ask: typeof ask | undefined } = { ask }): IdleWatch => {
    const made = new IdleWatch({
      ...source,
      workloads: () => [workload],
      clock: { now: () => now, monotonic: () => now.getTime(), after: () => () => undefined },
      precededUntil: () => precededUntil,
      logger: silentLogger,
    });
    made.onWake((woke) => woken.push(woke));
    return made;
  };
  const lookAt = async (minute: number, load: Said = [0, 0]): Promise<void> => {
    now = new Date(NOW.getTime() + minute * MINUTE_MS);
    said = load;
    await watch.look();
  };
  const idleMinute = (): number | undefined => {
    const since = watch.of(workload)?.since;
    return since && (since.getTime() - NOW.getTime()) / MINUTE_MS;
  };

  beforeEach(() => {
    now = NOW;
    workload = machine();
    woken = [];
    asked = 0;
    precededUntil = undefined;
    watch = newWatch();
  });

  it('counts from the first time that all GPUs are idle', async () => {
    expect(watch.of(workload)).toBeUndefined();
    for (const minute of [1, 2, 3]) await lookAt(minute);
    expect(idleMinute()).toBe(1);
    expect(watch.of(workload)).toMatchObject({ seenAt: now, measures: 'There' });
  });

  it.each<[what: string, load: Said]>([
    ['a busy GPU', [0, 5]],
    ['a GPU without measures', [0]],
    ['no measures', []],
  ])('restarts the count after %s', async (_, load) => {
    await lookAt(1);
    await lookAt(2, load);
    expect(idleMinute()).toBeUndefined();
    await lookAt(3);
    expect(idleMinute()).toBe(3);
  });

  it('tolerates one failed query but no longer gap', async () => {
    await lookAt(1);
    await lookAt(2, 'away');
    expect(watch.of(workload)).toMatchObject({ seenAt: new Date(NOW.getTime() + MINUTE_MS) });
    await lookAt(3);
    expect(idleMinute()).toBe(1);
    await lookAt(4, 'away');
    await lookAt(5, 'away');
    await lookAt(6, 'away');
    expect(idleMinute()).toBeUndefined();
  });

  it('restarts the count after some minutes without a query', async () => {
    await lookAt(1);
    await lookAt(4);
    expect(idleMinute()).toBe(4);
  });

  it.each<[what: string, other: () => Workload]>([
    ['another run', () => machine({ runs: [{ id: 'run-2', startedAt: NOW.toISOString() }] })],
    ['another rule', () => machine({}, { ...rule, minutes: 30 })],
  ])('restarts the count for %s', async (_, other) => {
    await lookAt(1);
    workload = other();
    expect(watch.of(workload)).toBeUndefined();
    await lookAt(2);
    expect(idleMinute()).toBe(2);
  });

  it('continues the count of the previous operator if that has just stopped', async () => {
    const schedule = { since: NOW.toISOString(), idle: rule, idleSince: NOW.toISOString() };
    workload = machine({ schedule });
    precededUntil = new Date(NOW.getTime() + 20 * MINUTE_MS);
    await lookAt(21);
    expect(idleMinute()).toBe(0);
    watch = newWatch();
    await lookAt(23);
    expect(idleMinute()).toBe(23);
  });

  it('reports missing measures after ten minutes and their return at once', async () => {
    for (let minute = 1; minute <= 10; minute += 1) await lookAt(minute, []);
    expect(watch.of(workload)?.measures).toBeUndefined();
    await lookAt(11, 'away');
    await lookAt(13, 'away');
    expect(watch.of(workload)?.measures).toBe('Missing');
    await lookAt(14, [90, 0]);
    expect(watch.of(workload)?.measures).toBe('There');
  });

  it('wakes a workload only for changes and while its idle time is over', async () => {
    await lookAt(1, [90, 90]);
    await lookAt(2, [90, 90]);
    expect(woken).toEqual([key]);
    for (let minute = 3; minute <= 62; minute += 1) await lookAt(minute);
    expect(woken).toEqual([key, key]);
    await lookAt(63);
    await lookAt(64);
    expect(woken).toEqual([key, key, key, key]);
  });

  it('sends no query if no running machine has an idle rule', async () => {
    workload = machine({ phase: 'Stopped' });
    await lookAt(1);
    expect(asked).toBe(0);
  });

  it('reports the lack of a source', () => {
    const blind = newWatch({ ask: undefined });
    expect(blind.isEnabled).toBe(false);
    expect(blind.of(workload)).toEqual({ measures: 'NoSource' });
  });
});
