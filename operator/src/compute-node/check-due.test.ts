import type { ComputeNode, GPUCheck, GPUCheckStatus, NodeDevice, SuspectMachine } from '@gpulease/crds';
import { describe, expect, it } from '@jest/globals';
import type { FoundCondition } from '../catalogue/status.ts';
import type { GPUCheckResult } from '../gpu-check-result.ts';
import { gpuCheckAfter, untilDaily } from './check-due.ts';

const now = new Date('2026-01-31T12:00:00Z');
const hoursAgo = (count: number) => new Date(now.getTime() - count * 3_600_000).toISOString();

const forSale = (quarantined: number): FoundCondition => ({
  ...{ type: 'GPUsForSale', message: '', status: quarantined > 0 ? 'False' : 'True' },
  reason: quarantined > 0 ? 'Quarantined' : 'NoneQuarantined',
  parameters: { lacking: `${quarantined}/8` },
});
const capacity = (reason: string): FoundCondition => ({
  ...{ type: 'CapacityVerified', status: 'True', reason, message: '' },
});
const device = (health: NodeDevice['health']): NodeDevice => ({ id: '0000:17:00.0', health, history: [] });
const result: GPUCheckResult = {
  at: now,
  checked: [
    { id: '0000:17:00.0', verdict: 'Passed' },
    { id: '0000:1a:00.0', verdict: 'Failed' },
    { id: undefined, verdict: 'Unknown' },
  ],
};

const suspect: SuspectMachine = { workload: 'u-1/a', cause: 'Xid', xid: 79, at: hoursAgo(1) };

interface Case {
  before?: GPUCheckStatus;
  policy?: GPUCheck['policy'];
  /** GPUs that machines held before and hold now. */
  held?: [number, number];
  quarantined?: [number, number];
  capacity?: string;
  health?: NodeDevice['health'];
  /** When a check was requested. */
  askedAt?: string;
  results?: GPUCheckResult[];
  /** Suspects found, and whether they still hold their GPUs. */
  suspects?: [SuspectMachine[], 'stay' | 'leave'];
  after: GPUCheckStatus | undefined;
}

describe('the check of the GPUs of a node', () => {
  it.each<[what: string, found: Case]>([
    ['is not due while nothing happens', { after: undefined }],
    ['is due when a machine has released GPUs', { held: [3, 1], after: { due: 'Customer' } }],
    ['is not due when a machine gets GPUs', { held: [1, 3], after: undefined }],
    ['ignores a release if only faults count', { policy: 'AfterFaults', held: [3, 1], after: undefined }],
    [
      'is due when the node has less than declared',
      { policy: 'AfterFaults', capacity: 'LessThanDeclared', after: { due: 'Fault' } },
    ],
    [
      'is due when a GPU becomes unhealthy',
      { policy: 'AfterFaults', health: 'Unhealthy', after: { due: 'Fault' } },
    ],
    [
      'is due when GPUs return from quarantine',
      { policy: 'AfterFaults', quarantined: [2, 1], after: { due: 'Fault' } },
    ],
    ['is not due when GPUs enter quarantine', { quarantined: [1, 2], after: undefined }],
    [
      'is not due while a suspect machine holds its GPUs',
      { policy: 'AfterFaults', suspects: [[suspect], 'stay'], after: { suspects: [suspect] } },
    ],
    [
      'is due when the suspect machine has released its GPUs',
      {
        ...{ policy: 'AfterFaults', before: { suspects: [suspect] }, suspects: [[], 'leave'] },
        after: { due: 'Suspicion' },
      },
    ],
    [
      'drops suspects where the region disables checks',
      {
        ...{ policy: 'Never', before: { suspects: [suspect] }, suspects: [[suspect], 'stay'] },
        after: undefined,
      },
    ],
    ['is due at once if daily and never run', { policy: 'DailyWhenFree', after: { due: 'Daily' } }],
    [
      'is not due before a day has passed',
      { policy: 'DailyWhenFree', before: { checkedAt: hoursAgo(23) }, after: { checkedAt: hoursAgo(23) } },
    ],
    [
      'is due after a day',
      {
        policy: 'DailyWhenFree',
        before: { checkedAt: hoursAgo(24) },
        after: { checkedAt: hoursAgo(24), due: 'Daily' },
      },
    ],
    ['is due on request', { askedAt: hoursAgo(0), after: { due: 'Request' } }],
    [
      'stays due until a check has ended after the request',
      {
        ...{ askedAt: hoursAgo(1), before: { checkedAt: hoursAgo(2), due: 'Request' } },
        after: { checkedAt: hoursAgo(2), due: 'Request' },
      },
    ],
    [
      'is not due when a check has ended after the request',
      { askedAt: hoursAgo(2), before: { checkedAt: hoursAgo(1) }, after: { checkedAt: hoursAgo(1) } },
    ],
    [
      'is no longer due when the requested check ends',
      {
        ...{ askedAt: hoursAgo(1), before: { due: 'Request' }, results: [result] },
        after: { checkedAt: now.toISOString(), passed: 1, failed: 1, inconclusive: 1 },
      },
    ],
    ['is not due for a request in the future', { askedAt: hoursAgo(-1), after: undefined }],
    ['is not due for a request without a valid time', { askedAt: 'now', after: undefined }],
    ['is not due if the region disables checks', { policy: 'Never', askedAt: hoursAgo(0), after: undefined }],
    ['stays due until it has run', { before: { due: 'Customer' }, after: { due: 'Customer' } }],
    [
      'is never due where the region disables checks',
      { policy: 'Never', before: { due: 'Customer' }, held: [3, 1], after: undefined },
    ],
    [
      'reports its results',
      {
        before: { due: 'Customer' },
        results: [result],
        after: { checkedAt: now.toISOString(), passed: 1, failed: 1, inconclusive: 1 },
      },
    ],
    [
      'is due again when another cause arises during the check',
      {
        ...{ before: { due: 'Customer' }, results: [result], held: [2, 1] },
        after: { checkedAt: now.toISOString(), passed: 1, failed: 1, inconclusive: 1, due: 'Customer' },
      },
    ],
  ])('%s', (_, found) => {
    const { before, policy = 'AfterEachCustomer', held = [1, 1], quarantined = [0, 0], results = [] } = found;
    const [suspects, stay] = found.suspects ?? [[], 'stay'];
    const { askedAt } = found;
    const computeNode = {
      metadata: { annotations: askedAt === undefined ? {} : { 'gpulease.dev/check-gpus-at': askedAt } },
      spec: { state: 'Active' },
      status: {
        ...{ gpuCheck: before, allocated: { gpus: held[0] }, devices: [device('Healthy')] },
        conditions: [forSale(quarantined[0]), capacity('Verified')],
      },
    } as unknown as ComputeNode;
    const news = {
      ...{ gpuCheck: { policy, image: 'registry.example/gpu-check:1' }, results, allocated: held[1], now },
      conditions: [forSale(quarantined[1]), capacity(found.capacity ?? 'Verified')],
      devices: [device(found.health ?? 'Healthy')],
      suspects: { found: suspects, holding: new Set(stay === 'stay' ? [suspect.workload] : []) },
    };
    expect(gpuCheckAfter(computeNode, news)).toEqual(found.after);
  });

  it('is due again a day after the last', () => {
    const checkedAt = hoursAgo(20);
    expect(untilDaily({ status: { gpuCheck: { checkedAt } } } as ComputeNode, now)).toBe(4 * 3_600_000);
  });
});
