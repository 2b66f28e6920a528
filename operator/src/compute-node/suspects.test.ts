import type { SuspectMachine, Workload } from '@gpulease/crds';
import { describe, expect, it } from '@jest/globals';
import { aWorkload, minutesAgo } from '../testing/scope.ts';
import { reportedSuspects, suspectsAfter } from './suspects.ts';

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
    ['stay while they hold their GPUs', { before: [a], holding: ['u-1/a'], staying: [a] }],
    ['are recorded once', { before: [a], found: [again], holding: ['u-1/a'], staying: [a] }],
    ['are recorded per reason', { before: [a], found: [other], holding: ['u-1/a'], staying: [a, other] }],
    [
      'are dropped when they have left',
      { before: [a, b], holding: ['u-2/b'], staying: [b], hasOneLeft: true },
    ],
    ['count as left even if they leave before they are recorded', { found: [a], hasOneLeft: true }],
  ])('%s', (_, { before = [], found = [], holding = [], staying = [], hasOneLeft = false }) => {
    expect(suspectsAfter(before, { found, holding: new Set(holding) })).toEqual({ staying, hasOneLeft });
  });

  it('are limited to the latest eight', () => {
    const many = Array.from({ length: 10 }, (_, n) => suspect(`u-1/${n}`));
    const holding = new Set(many.map(({ workload }) => workload));
    expect(suspectsAfter(many, { found: [], holding }).staying).toEqual(many.slice(2));
  });
});

describe('a machine with a reported GPU', () => {
  const machine = (reportedAt: string | undefined, stoppedAt?: string): Workload => {
    const run = { id: 'run-1', startedAt: minutesAgo(60), ...(stoppedAt !== undefined && { stoppedAt }) };
    const workload = aWorkload(undefined, { phase: 'Running', runs: [run] });
    const annotations = reportedAt === undefined ? {} : { 'gpulease.dev/gpu-reported-at': reportedAt };
    return { ...workload, metadata: { ...workload.metadata, annotations } };
  };
  it.each<[when: string, machine: Workload, isSuspect: boolean]>([
    ['is suspect during the reported run', machine(minutesAgo(5)), true],
    ['is not suspect without a report', machine(undefined), false],
    ['is not suspect if the report concerns an earlier run', machine(minutesAgo(90)), false],
    ['is no longer suspect when it has stopped', machine(minutesAgo(5), minutesAgo(1)), false],
    ['is not suspect if the annotation is not a time', machine('now'), false],
  ])('%s', (_, workload, isSuspect) => {
    const found = { workload: 'u-mei/train', cause: 'Report', at: minutesAgo(5) };
    expect(reportedSuspects([workload])).toEqual(isSuspect ? [found] : []);
  });
});
