import type { Workload, WorkloadStatus } from '@gpulease/crds';
import { describe, expect, it } from '@jest/globals';
import { aWorkload, minutesAgo, NOW } from '../testing/scope.ts';
import { machinesToWatch, suspectsAmong } from './suspects.ts';

const gpu = { model: 'a100', deviceName: 'nvidia.com/A100', count: 2 };

function machine(changes: WorkloadStatus = {}): Workload {
  return aWorkload(
    {},
    {
      phase: 'Running',
      placed: { node: 'gpu-1', at: minutesAgo(60) },
      virtualMachine: 'train-0a1b',
      resources: { cpu: 4, memory: '16Gi', disk: '100Gi', gpu },
      runs: [{ id: 'run-1', startedAt: minutesAgo(60) }],
      ...changes,
    },
  );
}

const watch = { isChecked: () => true, now: NOW };
const watched = { workload: 'u-mei/train', virtualMachine: 'u-mei/train-0a1b', node: 'gpu-1' };

describe('a machine is watched', () => {
  it.each<[when: string, workload: Workload, isWatched: boolean]>([
    ['while it runs', machine(), true],
    ['not before it runs', machine({ phase: 'Starting' }), false],
    ['not without GPUs', machine({ resources: { cpu: 4, memory: '16Gi', disk: '100Gi' } }), false],
    [
      'not in its first minutes, because the measures may be of the previous run',
      machine({ runs: [{ id: 'run-2', startedAt: minutesAgo(2) }] }),
      false,
    ],
  ])('%s', (_, workload, isWatched) => {
    expect(machinesToWatch([workload], watch)).toEqual(isWatched ? [watched] : []);
  });

  it('only if its region checks GPUs', () => {
    expect(machinesToWatch([machine()], { ...watch, isChecked: () => false })).toEqual([]);
  });
});

it('a machine is suspect if its driver has logged a fatal error', () => {
  const xids = new Map([
    ['u-mei/train-0a1b', 79],
    ['u-mei/other-0a1b', 48],
  ]);
  expect(suspectsAmong([watched], xids, NOW)).toEqual([
    { node: 'gpu-1', workload: 'u-mei/train', cause: 'Xid', xid: 79, at: NOW.toISOString() },
  ]);
  expect(suspectsAmong([watched], new Map(), NOW)).toEqual([]);
});
