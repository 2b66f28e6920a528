import { describe, expect, it } from '@jest/globals';
import type { ComputeNode, NodeReliability } from '@gpulease/crds';
import type { FoundCondition } from '../catalogue/status.ts';
import type { StartOutcome } from '../start-outcome.ts';
import { reliabilityAfter, troublesOf, untilNextDay } from './reliability.ts';

const now = new Date('2026-01-31T18:00:00Z');

const outcome = (hasFailed: boolean): StartOutcome => ({ workload: 'u-1/a', at: now, hasFailed });
const found = (type: string, reason: string): FoundCondition => ({
  type,
  status: reason === 'Open' || reason === 'Verified' ? 'True' : 'False',
  reason,
  message: '',
});

type Conditions = [schedulable: string, capacity: string];

const conditions = ([schedulable, capacity]: Conditions): FoundCondition[] => [
  found('Schedulable', schedulable),
  found('CapacityVerified', capacity),
];

/** A node with 8 GPUs that is older than the period. */
function aNode(before: Conditions | [], reliability?: NodeReliability, state = 'Active'): ComputeNode {
  const known = before.length === 0 ? [] : conditions(before);
  return {
    metadata: { name: 'n1', creationTimestamp: '2025-06-01T00:00:00Z' },
    spec: { state, resources: { gpus: { model: 'a100', count: 8 } } },
    status: { conditions: known, reliability },
  } as unknown as ComputeNode;
}

const day = (date: string, starts: number, failedStarts = 0, faults = 0) => ({
  date,
  starts,
  failedStarts,
  faults,
});
const known = (...days: ReturnType<typeof day>[]) => ({ starts: 0, failedStarts: 0, faults: 0, days });
const well: Conditions = ['Open', 'Verified'];
const quiet = { outcomes: [], conditions: conditions(well), now };

describe('the reliability of a node', () => {
  it('is undefined if nothing has happened', () => {
    expect(reliabilityAfter(aNode(well), quiet)).toBeUndefined();
  });

  it('counts starts of the day and adds those of earlier days', () => {
    const before = known(day('2026-01-30', 4, 1), day('2026-01-31', 1));
    const outcomes = [outcome(false), outcome(true), outcome(false)];
    expect(reliabilityAfter(aNode(well, before), { ...quiet, outcomes })).toEqual({
      starts: 7,
      failedStarts: 2,
      faults: 0,
      gpuDays: 240,
      days: [day('2026-01-30', 4, 1), day('2026-01-31', 3, 1)],
    });
  });

  it('drops counts older than thirty days and changes nothing else', () => {
    const days = [day('2026-01-01', 5, 2, 1), day('2026-01-02', 3, 1)];
    const after = reliabilityAfter(aNode(well, known(...days)), quiet);
    expect(after).toMatchObject({ starts: 3, failedStarts: 1, faults: 0, days: [days[1]] });
    expect(reliabilityAfter(aNode(well, after), quiet)).toEqual(after);
    expect(reliabilityAfter(aNode(well, known(day('2026-01-01', 5))), quiet)).toBeUndefined();
  });

  interface Case {
    before?: Conditions | [];
    after: Conditions;
    state?: string;
    faults: number;
  }
  const silent: Conditions = ['NodeNotReady', 'Verified'];
  it.each<[name: string, found: Case]>([
    ['one when the node stops responding', { after: silent, faults: 1 }],
    ['no second one while it does not respond', { before: silent, after: silent, faults: 0 }],
    ['one when it reports a problem', { after: ['NodeProblem', 'Verified'], faults: 1 }],
    ['one when a GPU is missing', { after: ['Open', 'LessThanDeclared'], faults: 1 }],
    ['none when it is cordoned', { after: ['Cordoned', 'Verified'], faults: 0 }],
    [
      'none during maintenance',
      { after: ['Maintenance', 'LessThanDeclared'], state: 'Maintenance', faults: 0 },
    ],
    ['none for a state that the first assessment finds', { before: [], after: silent, faults: 0 }],
  ])('counts faults: %s', (_, { before = well, after, state, faults }) => {
    const counted = reliabilityAfter(aNode(before, undefined, state), {
      ...quiet,
      conditions: conditions(after),
    });
    expect(counted?.faults ?? 0).toBe(faults);
  });

  interface Rate {
    gpus?: number;
    createdAt: string;
    /** Rate for two failed starts and one fault. */
    troubles: number;
    gpuDays: number;
  }
  it.each<[what: string, of: Rate]>([
    ['per GPU and month', { gpus: 1, createdAt: '2026-01-02T23:00:00Z', troubles: 3, gpuDays: 30 }],
    ['over at most a month', { gpus: 1, createdAt: '2025-06-01T00:00:00Z', troubles: 3, gpuDays: 30 }],
    ['per GPU if it has many', { gpus: 8, createdAt: '2025-06-01T00:00:00Z', troubles: 0.375, gpuDays: 240 }],
    ['over the age of the node', { gpus: 1, createdAt: '2026-01-26T00:00:00Z', troubles: 15, gpuDays: 6 }],
    ['over at least a whole day', { gpus: 1, createdAt: '2026-01-31T17:59:00Z', troubles: 90, gpuDays: 1 }],
    ['per node if it has no GPU', { createdAt: '2025-06-01T00:00:00Z', troubles: 3, gpuDays: 0 }],
  ])('gives placement the failed starts and faults %s', (_, { gpus, createdAt, troubles, gpuDays }) => {
    const reliability = known(day('2026-01-30', 9, 2, 1));
    const node = aNode(well, { ...reliability, failedStarts: 2, faults: 1 });
    node.metadata.creationTimestamp = createdAt;
    node.spec.resources.gpus = gpus === undefined ? undefined : { model: 'a100', count: gpus };
    expect(troublesOf(node, now)).toBe(troubles);
    expect(reliabilityAfter(node, quiet)?.gpuDays).toBe(gpuDays);
  });

  it('gives placement zero if nothing has happened', () => {
    expect(troublesOf(aNode(well), now)).toBe(0);
  });

  it('may change the next day', () => {
    expect(untilNextDay(now)).toBe(6 * 3_600_000);
  });
});
