import { phaseOf, type WorkloadStatus } from '@gpulease/crds';
import { describe, expect, it } from '@jest/globals';
import { aScope, aVirtualMachine, aWorkload, anInstance, funded, minutesAgo } from '../../testing/scope.ts';
import { nextDeadline, observe } from './observe.ts';
import type { Scope } from '../scope.ts';
import { transition } from './transition.ts';

const notFunded = (reason: string) => ({ ...funded, status: 'False' as const, reason, message: 'No.' });
const openRun = { id: 'vmi-1', startedAt: minutesAgo(30) };
const running: WorkloadStatus = {
  phase: 'Running',
  conditions: [funded],
  placed: { node: 'gpu-1', at: minutesAgo(31) },
  runs: [openRun],
};
const starting: WorkloadStatus = {
  ...running,
  phase: 'Starting',
  placed: { node: 'gpu-1', at: minutesAgo(5) },
  runs: [],
};
const machine = anInstance({ Running: 30 });

interface Case {
  name: string;
  scope: Scope;
  phase?: string;
  reason?: string;
  halt?: string;
}

const idleDisk = aDisk({ phase: 'CloneInProgress', progress: 'N/A' }, minutesAgo(15));
const triedBefore = { reason: 'DiskCopyStuck', message: 'No.', attempts: 1, nextAt: minutesAgo(1) };
const refusedClaim = { type: 'Bound', status: 'False', reason: 'ErrClaimNotValid' };

const cases: Case[] = [
  { name: 'a running machine keeps running', scope: aScope(aWorkload({}, running), { machine }) },
  {
    name: 'it stops when its owner switches it off, and nothing is latched',
    scope: aScope(aWorkload({ powerState: 'Stopped' }, running), { machine }),
    phase: 'Stopping',
    reason: 'StopRequested',
  },
  {
    name: 'it stops when billing reports that the funds have run out',
    scope: aScope(aWorkload({}, { ...running, conditions: [notFunded('InsufficientFunds')] }), { machine }),
    phase: 'Stopping',
    halt: 'Funds',
  },
  {
    name: 'a workload without a machine waits until billing can accept its order',
    scope: aScope(aWorkload({}, { phase: 'Pending', conditions: [notFunded('AwaitingFunds')] })),
  },
  {
    name: 'a workload whose order was refused permanently is stopped, and that is latched',
    scope: aScope(aWorkload({}, { phase: 'Pending', conditions: [notFunded('OrderRejected')] })),
    phase: 'Stopped',
    halt: 'OrderRejected',
  },
  {
    name: 'it stops when its runway has ended, even if billing has not reported it',
    scope: aScope(aWorkload({}, { ...running, billing: { fundedUntil: minutesAgo(0) } }), { machine }),
    phase: 'Stopping',
    reason: 'RunwayEnded',
    halt: 'Funds',
  },
  {
    name: 'it stops at the end of a reserved term',
    scope: aScope(aWorkload({}, { ...running, billing: { fundedUntil: minutesAgo(1) } }), {
      machine,
      policy: { metadata: {}, spec: { mode: 'Reserved' } } as Scope['policy'],
    }),
    phase: 'Stopping',
    halt: 'TermEnded',
  },
  {
    name: 'it stops when an administrator freezes it',
    scope: aScope(aWorkload({ freeze: { reason: 'Abuse.' } }, running), { machine }),
    phase: 'Stopping',
    halt: 'Frozen',
  },
  {
    name: 'it stops when its tenant is suspended',
    scope: aScope(aWorkload({}, running), {
      machine,
      tenant: { metadata: {}, spec: { state: 'Suspended' } } as Scope['tenant'],
    }),
    phase: 'Stopping',
    halt: 'Suspended',
  },
  {
    name: 'it stops when its guest has powered it off',
    scope: aScope(aWorkload({}, running), { machine: anInstance({ Running: 30, Succeeded: 1 }) }),
    phase: 'Stopping',
    halt: 'GuestPoweredOff',
  },
  {
    name: 'it stops if its guest powered it off while the operator was down',
    scope: aScope(aWorkload({}, running), {
      virtualMachine: aVirtualMachine(
        { runStrategy: 'RerunOnFailure' },
        { runStrategy: 'RerunOnFailure', printableStatus: 'Stopped' },
      ),
    }),
    phase: 'Stopping',
    halt: 'GuestPoweredOff',
  },
  {
    name: 'it starts again if it crashed while the operator was down',
    scope: aScope(aWorkload({}, running), {
      virtualMachine: aVirtualMachine(
        { runStrategy: 'RerunOnFailure' },
        {
          runStrategy: 'RerunOnFailure',
          printableStatus: 'Stopped',
          stateChangeRequests: [{ action: 'Start' }],
        },
      ),
    }),
    phase: 'Starting',
    reason: 'MachineReplaced',
  },
  {
    name: 'it stops when the notice of a maintenance expires',
    scope: aScope(
      aWorkload(
        {},
        {
          ...running,
          interruption: { reason: 'Maintenance', noticedAt: minutesAgo(10), stopAt: minutesAgo(0) },
        },
      ),
      { machine, computeNode: { spec: { state: 'Maintenance' } } as Scope['computeNode'] },
    ),
    phase: 'Stopping',
    halt: 'Maintenance',
  },
  {
    name: 'it starts again when a restart is requested',
    scope: aScope(aWorkload({ restartedAt: minutesAgo(0) }, running), { machine }),
    phase: 'Starting',
    reason: 'RestartRequested',
  },
  {
    name: 'it does not start again for a completed restart',
    scope: aScope(aWorkload({ restartedAt: minutesAgo(40) }, { ...running, restartedAt: minutesAgo(40) }), {
      machine,
    }),
  },
  {
    name: 'it starts again when KubeVirt has replaced it',
    scope: aScope(aWorkload({}, running), { machine: anInstance({ Running: 1 }, 'vmi-2') }),
    phase: 'Starting',
    reason: 'MachineReplaced',
  },
  {
    name: 'it fails when it has crashed for the third time in ten minutes',
    scope: aScope(
      aWorkload(
        {},
        {
          ...running,
          runs: [9, 6, 3].map((minutes) => ({
            id: `vmi-${minutes}`,
            startedAt: minutesAgo(minutes),
            stoppedAt: minutesAgo(minutes - 1),
            endReason: 'MachineEnded',
          })),
        },
      ),
    ),
    phase: 'Failed',
    reason: 'CrashLoop',
    halt: 'CrashLoop',
  },
  {
    name: 'it fails after three failed starts in a row, and does not refer to its console',
    scope: aScope(aWorkload({}, { ...running, phase: 'Starting' }), {
      virtualMachine: aVirtualMachine(
        { runStrategy: 'RerunOnFailure' },
        { startFailure: { consecutiveFailCount: 3 } },
      ),
    }),
    phase: 'Failed',
    reason: 'StartDeadlineExceeded',
    halt: 'StartDeadlineExceeded',
  },
  {
    name: 'it keeps running for a while when its node becomes unreachable',
    scope: aScope(aWorkload({}, running), { machine, node: aLostNode(9) }),
  },
  {
    name: 'it fails when its node has been unreachable for ten minutes',
    scope: aScope(aWorkload({}, running), { machine, node: aLostNode(10) }),
    phase: 'Failed',
    reason: 'NodeLost',
  },
  {
    name: 'a start has fifteen minutes',
    scope: aScope(aWorkload({}, starting)),
  },
  {
    name: 'a start fails after fifteen minutes',
    scope: aScope(aWorkload({}, { ...starting, placed: { node: 'gpu-1', at: minutesAgo(15) } })),
    phase: 'Failed',
    reason: 'StartDeadlineExceeded',
  },
  {
    name: 'a start whose disk is being created has an hour',
    scope: aScope(aWorkload({}, { ...starting, placed: { node: 'gpu-1', at: minutesAgo(59) } }), {
      rootDisk: aDisk({ phase: 'CloneInProgress', progress: '1.0%' }),
    }),
  },
  {
    name: 'a start fails when its disk cannot be created',
    scope: aScope(aWorkload({}, starting), {
      rootDisk: aDisk({ phase: 'Failed' }),
    }),
    phase: 'Failed',
    reason: 'ImportFailed',
  },
  {
    name: 'a start fails when its disk is not created within an hour',
    scope: aScope(aWorkload({}, { ...starting, placed: { node: 'gpu-1', at: minutesAgo(60) } }), {
      rootDisk: aDisk({ phase: 'CloneInProgress', progress: '1.0%' }),
    }),
    phase: 'Failed',
    reason: 'DiskCopyStuck',
  },
  {
    name: 'a start releases its place when nothing was copied for a quarter of an hour',
    scope: aScope(aWorkload({}, { ...starting, placed: { node: 'gpu-1', at: minutesAgo(15) } }), {
      rootDisk: idleDisk,
    }),
    phase: 'Pending',
    reason: 'DiskCopyStuck',
  },
  {
    name: 'a start waits for its disk, however long nothing was copied before it',
    scope: aScope(aWorkload({}, starting), { rootDisk: idleDisk }),
  },
  {
    name: 'a retried start does not wait again for a disk that an earlier one waited for',
    scope: aScope(aWorkload({}, { ...starting, retry: triedBefore }), { rootDisk: idleDisk }),
    phase: 'Pending',
    reason: 'DiskCopyStuck',
  },
  {
    name: 'a start soon releases its place when CDI creates no claim for its disk',
    scope: aScope(aWorkload({}, starting), {
      rootDisk: aDisk({ phase: '', conditions: [refusedClaim] }, minutesAgo(2)),
    }),
    phase: 'Pending',
    reason: 'DiskNotCreated',
  },
  {
    name: 'a stopped workload stays stopped while it is halted',
    scope: aScope(
      aWorkload({}, { phase: 'Stopped', conditions: [funded], halt: { reason: 'Funds', at: minutesAgo(9) } }),
    ),
  },
  {
    name: 'a stopped workload starts when its start is requested after the halt',
    scope: aScope(
      aWorkload(
        { restartedAt: minutesAgo(1) },
        { phase: 'Stopped', conditions: [funded], halt: { reason: 'Funds', at: minutesAgo(9) } },
      ),
    ),
    phase: 'Pending',
  },
  {
    name: 'a stopped workload does not start for a completed restart, even if that was dated in the future',
    scope: aScope(
      aWorkload(
        { restartedAt: minutesAgo(-99) },
        {
          phase: 'Stopped',
          conditions: [funded],
          halt: { reason: 'GuestPoweredOff', at: minutesAgo(9) },
          restartedAt: minutesAgo(-99),
        },
      ),
    ),
  },
  {
    name: 'a stopped workload starts automatically if its owner chose so',
    scope: aScope(
      aWorkload(
        { resume: 'Automatic' },
        { phase: 'Stopped', conditions: [funded], halt: { reason: 'Funds', at: minutesAgo(9) } },
      ),
    ),
    phase: 'Pending',
  },
  {
    name: 'a failed workload does not start automatically, even if its owner chose so',
    scope: aScope(
      aWorkload(
        { resume: 'Automatic' },
        { phase: 'Failed', conditions: [funded], halt: { reason: 'CrashLoop', at: minutesAgo(9) } },
      ),
    ),
  },
  {
    name: 'a stopped workload that should start waits until billing can accept its order, and reports why',
    scope: aScope(aWorkload({}, { phase: 'Stopped', conditions: [notFunded('AwaitingFunds')] })),
    phase: 'Pending',
    reason: 'AwaitingFunds',
  },
  {
    name: 'a stopped workload that its owner switched off stays stopped, whatever billing waits for',
    scope: aScope(
      aWorkload({ powerState: 'Stopped' }, { phase: 'Stopped', conditions: [notFunded('AwaitingFunds')] }),
    ),
  },
  {
    name: 'a released workload stays stopped until it is funded again',
    scope: aScope(aWorkload({}, { phase: 'Stopped', conditions: [notFunded('Released')] })),
  },
  {
    name: 'a waiting workload fails when its tenant is being deleted',
    scope: aScope(aWorkload({}, { phase: 'Pending', conditions: [funded] }), {
      tenant: {
        metadata: { deletionTimestamp: minutesAgo(1) },
        spec: { username: 'mei' },
      } as Scope['tenant'],
    }),
    phase: 'Failed',
    reason: 'ReferenceDeleted',
  },
  {
    name: 'a waiting workload fails when its SKU is being deleted',
    scope: aScope(aWorkload({}, { phase: 'Pending', conditions: [funded] }), {
      sku: { metadata: { name: 'a100-1', deletionTimestamp: minutesAgo(1) }, spec: {} } as Scope['sku'],
    }),
    phase: 'Failed',
    reason: 'ReferenceDeleted',
  },
  {
    name: 'a place is released before the start when its node leaves service',
    scope: aScope(aWorkload({}, { ...starting, phase: 'Scheduled' }), {
      computeNode: { spec: { state: 'Inactive' } } as Scope['computeNode'],
    }),
    phase: 'Pending',
    reason: 'NodeUnavailable',
  },
];

function aLostNode(minutes: number): Scope['node'] {
  const condition = { type: 'Ready', status: 'Unknown', lastTransitionTime: minutesAgo(minutes) };
  return { metadata: { name: 'gpu-1' }, status: { conditions: [condition] } } as unknown as Scope['node'];
}

const web = { host: 'train.east.example', targetPort: 80 };
const servesHosts: Partial<Scope> = {
  region: {
    metadata: {},
    spec: { state: 'Active', exposure: {}, http: { domain: 'east.example' } },
  } as Scope['region'],
};

function aDisk(status: object, creationTimestamp = minutesAgo(0)): Scope['rootDisk'] {
  return { metadata: { name: 'root', creationTimestamp }, status } as Scope['rootDisk'];
}

describe('the observation of a workload', () => {
  it.each(cases)('$name', ({ scope, phase, reason, halt }) => {
    const next = transition(phaseOf(scope.workload), observe(scope));
    expect(next?.phase).toBe(phase);
    if (reason !== undefined) expect(next?.reason).toBe(reason);
    expect(next?.halt).toBe(halt ?? (phase === 'Failed' ? next?.reason : undefined));
  });

  it.each<[name: string, scope: Scope, reason: string]>([
    ['its order', aScope(aWorkload()), 'WaitingForOrder'],
    ['its tenant', aScope(aWorkload(), { tenant: undefined }), 'TenantUnknown'],
    ['a SKU that does not exist yet', aScope(aWorkload(), { sku: undefined }), 'ReferenceMissing'],
    [
      'a GPU model that does not exist yet',
      aScope(aWorkload({}, { conditions: [funded] }), { gpu: undefined }),
      'ReferenceMissing',
    ],
    [
      'its region to become Active',
      aScope(aWorkload({}, { conditions: [funded] }), {
        region: { metadata: {}, spec: { state: 'Inactive' } } as Scope['region'],
      }),
      'NotOnOffer',
    ],
    [
      'its image',
      aScope(aWorkload({}, { conditions: [funded] }), {
        image: { spec: { state: 'Enabled' }, metadata: {} } as Scope['image'],
      }),
      'ImageNotReady',
    ],
    [
      'its image in the StorageClass of its region',
      aScope(aWorkload({}, { conditions: [funded] }), {
        image: {
          metadata: {},
          spec: { state: 'Enabled', source: {} },
          status: {
            conditions: [{ type: 'Ready', status: 'True' }],
            import: { disks: [{ storageClassName: 'fast', dataSource: { namespace: 'i', name: 'u' } }] },
          },
        } as unknown as Scope['image'],
      }),
      'ImageNotReady',
    ],
    [
      'an address that the region has',
      aScope(aWorkload({ placement: { address: '198.51.100.1' } }, { conditions: [funded] })),
      'AddressNotInRegion',
    ],
    [
      'a host that is free',
      aScope(aWorkload({ http: web }, { conditions: [funded] }), {
        ...servesHosts,
        isHostTaken: true,
      }),
      'HostTaken',
    ],
    [
      "a host under the region's domain",
      aScope(aWorkload({ http: { ...web, host: 'portal.example' } }, { conditions: [funded] }), servesHosts),
      'HostNotInRegion',
    ],
    [
      'a host in a region without HTTP hosts',
      aScope(aWorkload({ http: web }, { conditions: [funded] })),
      'HostNotInRegion',
    ],
    [
      'a GPU that KubeVirt permits',
      aScope(aWorkload({}, { conditions: [funded] }), {
        gpu: {
          spec: { model: 'A100 80 GB' },
          status: { conditions: [{ ...funded, type: 'Permitted', status: 'False' }] },
        } as Scope['gpu'],
      }),
      'GPUNotPermitted',
    ],
  ])('reports that it waits for %s', (_, scope, reason) => {
    expect(observe(scope).waiting.reason).toBe(reason);
  });

  it('returns when to reconcile without a change', () => {
    const status = { ...starting, billing: { fundedUntil: minutesAgo(-60) } };
    expect(nextDeadline(aScope(aWorkload({}, status)))?.toISOString()).toBe(minutesAgo(-10));
    expect(nextDeadline(aScope(aWorkload({}, running), { machine }))).toBeUndefined();
  });
});
