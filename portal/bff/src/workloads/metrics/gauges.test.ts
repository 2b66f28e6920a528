import { describe, expect, it } from '@jest/globals';
import { DAY_MS, MINUTE_MS } from '@gpulease/contract/durations';
import type { Workload } from '@gpulease/crds';
import { gaugedMachine, gaugeOf, idleOf, memoriesOf, gpuUsesOf, type GpuUse } from './gauges.ts';
import type { MatrixSeries } from './matrix.ts';

const machine = {
  ...{ namespace: 'gpulease-tenant-1', name: 'box-1234abcd', cpus: 8, gpus: 2 },
  ...{ uid: 'uid', startedMs: 0 },
};
const { namespace, name } = machine;
const series = (gpu: number, value: number | null, of: Partial<MatrixSeries> = {}): MatrixSeries => ({
  ...{ namespace, name, gpu, values: [value] },
  ...of,
});

describe('the use of GPUs', () => {
  it.each<[string, MatrixSeries[], number[]]>([
    ['each', [series(0, 10), series(1, 30)], [10, 30]],
    ['measured GPUs only', [series(0, null), series(1, 30)], [30]],
    ['the newest point', [series(0, null, { values: [8, 9, null] })], [9]],
    ['no GPU that the machine lacks', [series(0, 10), series(2, 99)], [10]],
    ['percentages only', [series(0, 1e300), series(1, -5)], [100, 0]],
    ['no machine of the same name', [series(0, 10, { namespace: 'gpulease-tenant-2' })], []],
    ['no other machine', [series(0, 10, { name: 'box' })], []],
  ])('covers %s', (_, use, expected) => {
    expect([...gpuUsesOf([machine], use).values()]).toEqual([expected]);
  });

  it.each<[string, MatrixSeries[], MatrixSeries[], number | null]>([
    ['all GPUs', [series(0, 10), series(1, 50)], [series(0, 70), series(1, 30)], 37.5],
    ['its own GPUs only', [series(0, 10), series(2, 90)], [series(0, 10), series(1, 1, { name: 'box' })], 50],
    ['nonsense', [series(0, -7)], [series(0, 8)], 0],
    ['nothing', [series(0, 0)], [], null],
  ])('yields the share of memory for %s', (_, usedMemory, freeMemory, memory) => {
    expect([...memoriesOf([machine], usedMemory, freeMemory).values()]).toEqual([memory]);
  });
});

describe('a gauge', () => {
  const idle = { seconds: 3_600, isLonger: false };
  it.each<[string, GpuUse, unknown]>([
    [
      'is the mean of all GPUs',
      { use: [10, 30], memory: 75 },
      { uid: 'uid', gpuUse: 20, gpuMemory: 75, idle: null },
    ],
    ['is idle below five percent', { use: [0, 4.9], memory: null }, { gpuUse: 2.45, gpuMemory: null, idle }],
    ['is not idle if one GPU is busy', { use: [0, 5], memory: 0 }, { idle: null }],
    ['is not idle if one GPU is not measured', { use: [0], memory: 1 }, { gpuUse: 0, idle: null }],
    ['is not idle if only memory is measured', { use: [], memory: 1 }, { gpuUse: null, idle: null }],
  ])('%s', (_, now, expected) => {
    expect(gaugeOf(machine, now, idle)).toMatchObject(expected as object);
  });

  it('is absent if nothing is measured', () => {
    expect(gaugeOf(machine, { use: [], memory: null }, idle)).toBeUndefined();
  });
});

describe('how long a machine is idle', () => {
  const stepMs = 5 * MINUTE_MS;
  const points = DAY_MS / stepMs;
  /** The first point covers the five minutes from 0 on; it is now two minutes after the last. */
  const window = { startMs: stepMs, stepMs, overMs: stepMs, points };
  const nowMs = DAY_MS + 2 * MINUTE_MS;
  const day = (busyUntil: number, busy: number | null = 5) =>
    Array.from({ length: points }, (_, index) => (index < busyUntil ? busy : 4));
  const minutes = (count: number) => ({ seconds: count * 60, isLonger: false });

  it.each([
    ['not at all while it is busy', 0, day(points), null],
    ['since the last use', 0, day(points - 36), minutes(182)],
    ['since it was first measured', 0, day(points - 36, null), minutes(182)],
    ['not before half an hour', 0, day(points - 5), null],
    ['from half an hour on', 0, day(points - 6), minutes(32)],
    ['since this run began', nowMs - 60 * MINUTE_MS, day(0), minutes(60)],
    ['for longer than the lookback', -1, day(0), { seconds: 86_520, isLonger: true }],
    ['for a run as long as the lookback', 0, day(0), { seconds: 86_520, isLonger: false }],
  ])('%s', (_, startedMs, highest, expected) => {
    expect(idleOf({ startedMs }, { window, highest }, nowMs)).toEqual(expected);
  });

  it('is unknown without measurements', () => {
    expect(idleOf(machine, undefined, nowMs)).toBeNull();
    expect(idleOf(machine, { window, highest: [] }, nowMs)).toBeNull();
  });
});

describe('a machine', () => {
  const resources = { cpu: 8, memory: '32Gi', disk: '200Gi' };
  const gpu = { model: 'a100', count: 2, deviceName: 'nvidia.com/A100' };
  const runs = [
    { id: '2', startedAt: '2026-11-21T05:00:00Z' },
    { id: '1', startedAt: '2026-11-21T04:00:00Z', stoppedAt: '2026-11-21T04:30:00Z' },
  ];
  const gauged = (change: object) =>
    gaugedMachine({
      metadata: { name: 'box', namespace, uid: 'uid' },
      status: {
        ...{ virtualMachine: name, startedAt: '2026-11-21T04:00:00Z', runs },
        ...{ resources: { ...resources, gpu } },
        ...change,
      },
    } as unknown as Workload);

  it('has gauges during its run', () => {
    expect(gauged({})).toEqual({ ...machine, startedMs: Date.parse('2026-11-21T05:00:00Z') });
  });

  it.each([
    ['while it does not run', { runs: runs.slice(1) }],
    ['before its first run', { startedAt: undefined, runs: undefined }],
    ['without GPUs', { resources }],
  ])('has none %s', (_, change) => {
    expect(gauged(change)).toBeUndefined();
  });
});
