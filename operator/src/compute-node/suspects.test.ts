import type { SuspectMachine, Workload } from '@gpulease/crds';
import { describe, expect, it } from '@jest/globals';
import { aWorkload, minutesAgo } from '../testing/scope.ts';
import { reportedAmong, suspectsAfter } from './suspects.ts';

const suspect = (workload: string, changes: Partial<SuspectMachine> = {}): SuspectMachine => ({
  ...{ workload, cause: 'Xid', xid: 79, at: minutesAgo(5) },
  ...changes,
});
const [a, b] = [suspect('u-1/a'), suspect('u-2/b')];

interface Case {
  before?: SuspectMachine[];
  found?: SuspectMachine[];
  /** The workloads that hold GPUs. */
  holding?: string[];
  staying?: SuspectMachine[];
  hasOneLeft?: boolean;
}

describe('suspect machines of a node', () => {
  const again = suspect('u-1/a', { at: minutesAgo(1) });
  const other = suspect('u-1/a', { xid: 48 });
  it.each<[what: string, seen: Case]>([
    ['stay while they have their GPUs', { before: [a], holding: ['u-1/a'], staying: [a] }],
    ['are noted once', { before: [a], found: [again], holding: ['u-1/a'], staying: [a] }],
    ['are noted for each reason', { before: [a], found: [other], holding: ['u-1/a'], staying: [a, other] }],
    [
      'are forgotten when they have left',
      { before: [a, b], holding: ['u-2/b'], staying: [b], hasOneLeft: true },
    ],
    ['count as left, too, if that was faster than the note', { found: [a], hasOneLeft: true }],
  ])('%s', (_, { before = [], found = [], holding = [], staying = [], hasOneLeft = false }) => {
    expect(suspectsAfter(before, { found, holding: new Set(holding) })).toEqual({ staying, hasOneLeft });
  });

  it('are kept to the latest eight', () => {
    const many = Array.from({ length: 10 }, (_, n) => suspect(`u-1/${n}`));
    const holding = new Set(many.map(({ workload }) => workload));
    expect(suspectsAfter(many, { found: [], holding }).staying).toEqual(many.slice(2));
  });
});

describe('a machine of which a GPU was reported', () => {
  const machine = (reportedAt: string | undefined, stoppedAt?: string): Workload => {
    const run = { id: 'run-1', startedAt: minutesAgo(60), ...(stoppedAt !== undefined && { stoppedAt }) };
    const workload = aWorkload(undefined, { phase: 'Running', runs: [run] });
    const annotations = reportedAt === undefined ? {} : { 'gpulease.dev/gpu-reported-at': reportedAt };
    return { ...workload, metadata: { ...workload.metadata, annotations } };
  };
  it.each<[when: string, machine: Workload, isSuspect: boolean]>([
    ['is suspect', machine(minutesAgo(5)), true],
    ['is not, without a report', machine(undefined), false],
    ['is not, if the report is about an earlier run', machine(minutesAgo(90)), false],
    ['is not any more when it has stopped', machine(minutesAgo(5), minutesAgo(1)), false],
    ['is not, where somebody wrote anything else', machine('now'), false],
  ])('%s', (_, workload, isSuspect) => {
    const found = { workload: 'u-mei/train', cause: 'Report', at: minutesAgo(5) };
    expect(reportedAmong([workload])).toEqual(isSuspect ? [found] : []);
  });
});
