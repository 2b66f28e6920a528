import { describe, expect, it } from '@jest/globals';
import type { CheckedGPU } from '../gpu-check-result.ts';
import type { KeptInstance, KeptMachinePod } from '../kept/kept.ts';
import { checkedBy, deviceOf, eachGpuOnce } from './verdict.ts';

const created = '2026-01-31T12:00:00Z';
const minute = (count: number) => new Date(Date.parse(created) + count * 60_000);
const timeoutMs = 15 * 60_000;

function aMachine(
  phase: string,
  { ranAt, isReady = false }: { ranAt?: Date; isReady?: boolean } = {},
): KeptInstance {
  const phaseTransitionTimestamps =
    ranAt === undefined ? [] : [{ phase: 'Running', phaseTransitionTimestamp: ranAt.toISOString() }];
  const conditions = [{ type: 'Ready', status: isReady ? 'True' : 'False' }];
  return {
    metadata: { name: 'check-0', creationTimestamp: created },
    status: { phase, conditions, phaseTransitionTimestamps },
  } as unknown as KeptInstance;
}

describe('the check of a GPU', () => {
  it.each<[what: string, machine: KeptInstance, now: Date, verdict: string | undefined]>([
    ['continues while its machine starts', aMachine('Scheduling'), minute(14), undefined],
    [
      'continues while its guest does not answer',
      aMachine('Running', { ranAt: minute(2) }),
      minute(16),
      undefined,
    ],
    [
      'passes when its guest answers',
      aMachine('Running', { ranAt: minute(2), isReady: true }),
      minute(3),
      'Passed',
    ],
    [
      'fails when its guest powers itself off',
      aMachine('Succeeded', { ranAt: minute(2) }),
      minute(3),
      'Failed',
    ],
    [
      'fails when its guest does not answer in time',
      aMachine('Running', { ranAt: minute(2) }),
      minute(17),
      'Failed',
    ],
    ['is inconclusive when its machine does not start', aMachine('Scheduling'), minute(15), 'Unknown'],
    ['is inconclusive after an eviction', aMachine('Failed', { ranAt: minute(2) }), minute(3), 'Unknown'],
    ['is inconclusive when its machine ends before it runs', aMachine('Failed'), minute(1), 'Unknown'],
  ])('%s', (_, machine, now, verdict) => {
    expect(checkedBy(machine, { id: undefined, timeoutMs, now }).verdict).toBe(verdict);
  });

  it('has a deadline that counts from the start of the guest', () => {
    const deadline = (machine: KeptInstance) =>
      checkedBy(machine, { id: undefined, timeoutMs, now: minute(1) }).deadline;
    expect(deadline(aMachine('Scheduling'))).toEqual(minute(15));
    expect(deadline(aMachine('Running', { ranAt: minute(2) }))).toEqual(minute(17));
  });

  it('reports a GPU once, as failed if either of two machines found that, and the other machine as inconclusive', () => {
    const found = (verdict: CheckedGPU['verdict'], id?: string) => ({ id, verdict });
    expect(
      eachGpuOnce([
        found('Passed', '17'),
        found('Failed', '17'),
        found('Failed', '1a'),
        found('Failed', '1a'),
        found('Passed', '1d'),
        found('Failed'),
        found('Failed'),
      ]).map(({ id, verdict }) => [id, verdict]),
    ).toEqual([
      [undefined, 'Unknown'],
      ['17', 'Failed'],
      [undefined, 'Unknown'],
      ['1a', 'Failed'],
      ['1d', 'Passed'],
      [undefined, 'Failed'],
      [undefined, 'Failed'],
    ]);
  });

  it('concerns the GPU that the kubelet names', () => {
    const allocatedResourcesStatus = [
      { name: 'devices.kubevirt.io/kvm', resources: [{ resourceID: 'kvm7' }] },
      { name: 'nvidia.com/A100', resources: [{ resourceID: '0000:17:00.0' }] },
    ];
    const status = { containerStatuses: [{ name: 'compute', allocatedResourcesStatus }] };
    const pod = { status } as unknown as KeptMachinePod;
    expect(deviceOf(pod)).toBe('0000:17:00.0');
    expect(deviceOf(undefined)).toBeUndefined();
  });
});
