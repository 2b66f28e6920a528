import type { PlatformCheck } from '@gpulease/contract/platform';
import { describe, expect, it } from '@jest/globals';
import { healthyState } from '../testing/healthy-state.ts';
import { observe, unknownChecks, type PlatformState } from './observe.ts';

const now = new Date('2026-11-26T10:00:00Z');
const condition = { reason: 'NodeLost', message: 'The node is lost.' };

const aCheck = (name: PlatformCheck['name'], status: PlatformCheck['status']): PlatformCheck => ({
  name,
  status,
  finding: 'JOBS_FAIL',
  parameters: { waiting: 3 },
});

describe('operators are notified of', () => {
  it.each<[string, Partial<PlatformState>, object[]]>([
    ['nothing if all is well', {}, []],
    [
      'a node that is not ready, with its condition',
      { nodes: [{ name: 'gpu-1', region: 'east', ...condition }] },
      [{ kind: 'NODE_NOT_READY', subject: 'gpu-1', parameters: { region: 'east' }, condition }],
    ],
    [
      'a node that lacks resources but sells the rest',
      { lacking: [{ name: 'gpu-2', region: 'east', ...condition }] },
      [{ kind: 'NODE_LACKS_RESOURCES', subject: 'gpu-2', parameters: { region: 'east' }, condition }],
    ],
    [
      'a catalogue object by area and name, as an image and a SKU may have the same name',
      { notReady: [{ area: 'vm-images', name: 'ubuntu', ...condition }] },
      [
        {
          kind: 'OBJECT_NOT_READY',
          subject: 'vm-images/ubuntu',
          parameters: { area: 'vm-images' },
          condition,
        },
      ],
    ],
    [
      'failed machines, reports, payments and bills as counts',
      {
        failed: 2,
        gpuReports: 4,
        openPayments: { ...healthyState.openPayments, quarantined: 1, differingDays: 3, approvals: 5 },
      },
      [
        { kind: 'MACHINES_FAILED', parameters: { count: 2 } },
        { kind: 'GPUS_REPORTED', parameters: { count: 4 } },
        { kind: 'PAYMENTS_TO_REVIEW', parameters: { count: 1 } },
        { kind: 'APPROVALS_WAITING', parameters: { count: 5 } },
        { kind: 'BILLS_DIFFER', parameters: { count: 3 } },
      ],
    ],
    [
      'the GPUs of a node that failed a check',
      { failedChecks: [{ name: 'gpu-1', region: 'east', count: 2 }] },
      [{ kind: 'GPU_CHECK_FAILED', subject: 'gpu-1', parameters: { region: 'east', count: 2 } }],
    ],
    ['no queue of 59 minutes', { queue: { total: 4, oldest: '2026-11-26T09:01:00Z' } }, []],
    [
      'a queue of an hour',
      { queue: { total: 4, oldest: '2026-11-26T07:30:00Z' } },
      [{ kind: 'QUEUE_LONG', parameters: { count: 4, hours: 2 } }],
    ],
    [
      'a platform check that needs attention, but not one that is OK or unknown',
      { checks: [aCheck('JOBS', 'LOOK'), aCheck('SWEEP', 'OK'), aCheck('CDI', 'UNKNOWN')] },
      [{ kind: 'PLATFORM', subject: 'JOBS', parameters: { finding: 'JOBS_FAIL' }, condition: null }],
    ],
  ])('%s', (_, sight, expected) => {
    expect(observe({ ...healthyState, ...sight }, now)).toMatchObject(expected);
    expect(observe({ ...healthyState, ...sight }, now)).toHaveLength(expected.length);
  });

  it('no check whose source did not answer', () => {
    expect(
      unknownChecks({ ...healthyState, checks: [aCheck('CDI', 'UNKNOWN'), aCheck('JOBS', 'LOOK')] }),
    ).toEqual(new Set(['CDI']));
  });
});
