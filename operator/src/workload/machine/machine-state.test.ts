import { describe, expect, it } from '@jest/globals';
import type { Run, Workload } from '@gpulease/crds';
import { failureDeadlines } from './machine-state.ts';
import type { Scope } from '../scope.ts';

const NOW = '2026-01-01T12:00:00Z';
const minutesAgo = (minutes: number) => new Date(Date.parse(NOW) - minutes * 60_000).toISOString();

function startingWith(runs: Run[], placedAt = minutesAgo(60)): Scope {
  const status = { phase: 'Starting', placed: { node: 'gpu-01', at: placedAt }, runs };
  const workload = { metadata: { name: 'one' }, spec: {}, status } as unknown as Workload;
  return {
    key: 'tenant/one',
    workload,
    now: new Date(NOW),
    child: 'one-0',
    tenant: undefined,
    region: undefined,
    sku: undefined,
    gpu: undefined,
    image: undefined,
    policy: undefined,
    computeNode: undefined,
    node: undefined,
    isHostTaken: false,
    virtualMachine: undefined,
    machine: undefined,
    pods: [],
    failures: [],
    rootDisk: undefined,
    service: undefined,
    webService: undefined,
    networkPolicy: undefined,
    claim: undefined,
    storageClass: undefined,
    ingress: undefined,
  };
}

/** The same scope, with its phase entered at that time. */
function beganAt(at: string, scope: Scope): Scope {
  const { workload } = scope;
  const lastTransition = { at, reason: 'MachineReplaced', message: '' };
  return { ...scope, workload: { ...workload, status: { ...workload.status, lastTransition } } };
}

const closedRun = (stoppedAt: string): Run => ({
  id: `run-${stoppedAt}`,
  startedAt: minutesAgo(90),
  stoppedAt,
});
const openRun: Run = { id: 'run-open', startedAt: minutesAgo(30) };

const cases: { reason: string; scope: Scope; deadline: string }[] = [
  {
    reason: 'a first start has 15 minutes from its place',
    scope: startingWith([], minutesAgo(10)),
    deadline: minutesAgo(-5),
  },
  {
    reason: 'a start after a run has 15 minutes from the end of that run',
    scope: startingWith([closedRun(minutesAgo(40)), closedRun(minutesAgo(2))]),
    deadline: minutesAgo(-13),
  },
  {
    reason: 'a start whose disk was slow has 15 minutes from when it was filled',
    scope: {
      ...startingWith([], minutesAgo(40)),
      rootDisk: {
        status: {
          phase: 'Succeeded',
          conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: minutesAgo(1) }],
        },
      } as unknown as Scope['rootDisk'],
    },
    deadline: minutesAgo(-14),
  },
  {
    reason:
      'a run that ended with its host an hour ago, while the operator was down, leaves the new start its time',
    scope: beganAt(minutesAgo(1), startingWith([closedRun(minutesAgo(60))], minutesAgo(90))),
    deadline: minutesAgo(-14),
  },
  {
    reason: 'the order of the runs does not matter',
    scope: startingWith([closedRun(minutesAgo(2)), closedRun(minutesAgo(40))]),
    deadline: minutesAgo(-13),
  },
  {
    reason: 'a machine that was placed long ago and is replaced during an open run has not failed to start',
    scope: startingWith([closedRun(minutesAgo(40)), openRun]),
    deadline: minutesAgo(-15),
  },
];

describe('the deadline of a start', () => {
  it.each(cases)('$reason', ({ scope, deadline }) => {
    const [soonest] = failureDeadlines(scope);
    expect(soonest?.cause.reason).toBe('StartDeadlineExceeded');
    expect(soonest?.at.toISOString()).toBe(deadline);
  });
});
