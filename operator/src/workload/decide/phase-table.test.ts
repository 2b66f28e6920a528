import { describe, expect, it } from '@jest/globals';
import type { WorkloadPhase, WorkloadSpec, WorkloadStatus } from '@gpulease/crds';
import { aScope, aVirtualMachine, aWorkload, anInstance, funded, minutesAgo } from '../../testing/scope.ts';
import { refusals } from '../causes/causes.ts';
import { observe } from './observe.ts';
import type { Scope } from '../scope.ts';
import { transition } from './transition.ts';

const placed = { node: 'gpu-1', at: minutesAgo(2) };
const openRun = { id: 'vmi-1', startedAt: minutesAgo(1) };
const closedRun = { ...openRun, stoppedAt: minutesAgo(0.5), endReason: 'StopRequested' };
const later = { reservation: { startTime: minutesAgo(-60) } };
const off = aVirtualMachine({ runStrategy: 'Halted' }, { runStrategy: 'Halted' });
const on = aVirtualMachine({ runStrategy: 'RerunOnFailure' }, { runStrategy: 'RerunOnFailure' });

/** The observed state of a quiet workload in each phase. */
interface Moment {
  spec?: Partial<WorkloadSpec>;
  status?: WorkloadStatus;
  deletedAt?: string;
  scope?: Partial<Scope>;
}

const moments: Record<WorkloadPhase, Moment> = {
  Pending: { spec: later },
  Scheduled: { spec: later, status: { placed } },
  Starting: { status: { placed }, scope: { virtualMachine: on, machine: anInstance({ Scheduling: 1 }) } },
  Running: {
    status: { placed, runs: [openRun] },
    scope: { virtualMachine: on, machine: anInstance({ Running: 1 }) },
  },
  Stopping: {
    status: { placed, runs: [closedRun] },
    scope: { virtualMachine: off, machine: anInstance({ Running: 1 }) },
  },
  Stopped: { status: { halt: { reason: 'Funds', at: minutesAgo(9) } }, scope: { virtualMachine: off } },
  Failed: { status: { halt: { reason: 'CrashLoop', at: minutesAgo(9) } }, scope: { virtualMachine: off } },
  Destroying: {
    status: { placed, runs: [closedRun] },
    deletedAt: minutesAgo(1),
    scope: { virtualMachine: off, machine: anInstance({ Running: 1 }) },
  },
  Destroyed: { deletedAt: minutesAgo(1) },
};

const notFunded = (reason: string) => ({ ...funded, status: 'False' as const, reason, message: 'No.' });
const aNode = (status: string, minutes: number): Partial<Scope> => ({
  node: {
    metadata: { name: 'gpu-1' },
    status: { conditions: [{ type: 'Ready', status, lastTransitionTime: minutesAgo(minutes) }] },
  } as Scope['node'],
});
const inState = (state: string): Partial<Scope> => ({
  computeNode: { metadata: { name: 'gpu-1' }, spec: { state } } as Scope['computeNode'],
});
const overNotice = (reason: 'Spot' | 'Maintenance'): WorkloadStatus => ({
  interruption: { reason, noticedAt: minutesAgo(5), stopAt: minutesAgo(0) },
});
const crashes = [9, 6, 3].map((minutes) => ({
  id: `crash-${minutes}`,
  startedAt: minutesAgo(minutes),
  stoppedAt: minutesAgo(minutes - 1),
  endReason: 'MachineEnded',
}));
const unsettled = Array.from({ length: 64 }, (_, index) => ({ ...closedRun, id: `run-${index}` }));
const refusedPod = {
  status: {
    conditions: [
      {
        type: 'PodScheduled',
        status: 'False',
        reason: 'Unschedulable',
        message: '0/1 nodes are available.',
        lastTransitionTime: minutesAgo(1),
      },
    ],
  },
} as Scope['pods'][number];

const refusedFor = (reason: string, attempts: number): WorkloadStatus => ({
  observedGeneration: 1,
  retry: { reason, message: 'No.', attempts, nextAt: minutesAgo(-1) },
});

/** Possible events, as changes to a quiet moment. */
const events = {
  'nothing happens': {},
  'it is deleted': { deletedAt: minutesAgo(0) },
  'its owner switches it off': { spec: { powerState: 'Stopped' } },
  'its funds run out': { status: { conditions: [notFunded('InsufficientFunds')] } },
  'billing releases it': { status: { conditions: [notFunded('Released')] } },
  'its runway passes': { status: { billing: { fundedUntil: minutesAgo(0) } } },
  'its reserved term ends': {
    status: { billing: { fundedUntil: minutesAgo(0) } },
    scope: { policy: { metadata: { name: 'monthly' }, spec: { mode: 'Reserved' } } as Scope['policy'] },
  },
  'an administrator freezes it': { spec: { freeze: { reason: 'Abuse.' } } },
  'its tenant is suspended': {
    scope: { tenant: { metadata: { name: 'mei' }, spec: { state: 'Suspended' } } as Scope['tenant'] },
  },
  'its SKU is withdrawn': {
    scope: {
      sku: { metadata: { name: 'a100-1', deletionTimestamp: minutesAgo(1) }, spec: {} } as Scope['sku'],
    },
  },
  'no node can run it': {
    scope: { answer: { refusal: { reason: 'ArchitectureNotOffered', message: 'None.' } } },
  },
  'a place is found before its time': { scope: { answer: { node: 'gpu-1', awaitsSpot: false } } },
  'a place is found': {
    spec: { reservation: undefined },
    scope: { answer: { node: 'gpu-1', awaitsSpot: false } },
  },
  'a place is found that Spot must leave': {
    spec: { reservation: undefined },
    scope: { answer: { node: 'gpu-1', awaitsSpot: true } },
  },
  'its start time passes': { spec: { reservation: { startTime: minutesAgo(0) } } },
  'its port is taken': { status: refusedFor('PortTaken', 1) },
  'its Service is refused for the second time': { status: refusedFor('ServiceRefused', 2) },
  'its Service is refused for the third time': { status: refusedFor('ServiceRefused', 3) },
  'its Service was refused before it was changed': {
    status: { ...refusedFor('ServiceRefused', 3), observedGeneration: 0 },
  },
  'KubeVirt has refused its machine three times': {
    status: refusedFor('VirtualMachineRefused', 3),
    scope: { machine: undefined },
  },
  'a place is found, and its Service is refused there': {
    spec: { reservation: undefined },
    scope: { answer: { node: 'gpu-1', awaitsSpot: false }, failures: [refusals.serviceRefused] },
  },
  'its start time passes, and its Service is refused': {
    spec: { reservation: { startTime: minutesAgo(0) } },
    scope: { failures: [refusals.serviceRefused] },
  },
  'its node becomes inactive': { scope: inState('Inactive') },
  'its node goes into maintenance': { scope: inState('Maintenance') },
  'its maintenance notice expires': {
    status: overNotice('Maintenance'),
    scope: inState('Maintenance'),
  },
  'the maintenance was canceled': { status: overNotice('Maintenance') },
  'its place is claimed': { scope: { spotNoticeMs: 120_000 } },
  'its Spot notice expires': { status: overNotice('Spot'), scope: { spotNoticeMs: 120_000 } },
  'its Spot notice was withdrawn': { status: overNotice('Spot') },
  'its machine runs': { scope: { machine: anInstance({ Scheduling: 2, Running: 0 }, 'vmi-9') } },
  'its guest powers it off': { scope: { machine: anInstance({ Running: 1, Succeeded: 0 }) } },
  'it is found powered off': {
    scope: {
      machine: undefined,
      virtualMachine: aVirtualMachine(
        { runStrategy: 'RerunOnFailure' },
        { runStrategy: 'RerunOnFailure', printableStatus: 'Stopped' },
      ),
    },
  },
  'its machine crashes': { scope: { machine: anInstance({ Running: 1, Failed: 0 }) } },
  'it has crashed for the third time': {
    status: { runs: crashes, placed: { node: 'gpu-1', at: minutesAgo(10) } },
  },
  'a restart is requested': { spec: { restartedAt: minutesAgo(0) } },
  'it should resume automatically': { spec: { resume: 'Automatic' } },
  'kube-scheduler refuses it': { scope: { pods: [refusedPod] } },
  'billing has not settled 64 of its runs': { status: { runs: unsettled } },
  'its start takes too long': { status: { placed: { node: 'gpu-1', at: minutesAgo(16) } } },
  'its disk cannot be created': {
    scope: { rootDisk: { metadata: {}, status: { phase: 'Failed' } } as Scope['rootDisk'] },
  },
  'its disk was deleted, and CDI creates another': {
    status: { rootDiskClaim: 'claim-1' },
    scope: { claim: { metadata: { name: 'root', uid: 'claim-2' } } as Scope['claim'] },
  },
  'its node becomes unreachable': { scope: { ...aNode('Unknown', 1), ...inState('Active') } },
  'its node is lost for ten minutes': { scope: { ...aNode('Unknown', 11), ...inState('Active') } },
  'its machine is gone': { scope: { machine: undefined, virtualMachine: off } },
  'all of its objects are gone': { scope: { machine: undefined, virtualMachine: undefined } },
} satisfies Record<string, Moment>;
type Event = keyof typeof events;

/** The phase table. A pair of phase and event that is not listed changes nothing. */
const table: Record<WorkloadPhase, Partial<Record<Event, WorkloadPhase>>> = {
  Pending: {
    'it is deleted': 'Destroying',
    'its owner switches it off': 'Stopped',
    'its funds run out': 'Stopped',
    'billing releases it': 'Stopped',
    'an administrator freezes it': 'Stopped',
    'its tenant is suspended': 'Stopped',
    'its SKU is withdrawn': 'Failed',
    'a place is found': 'Scheduled',
    'its disk was deleted, and CDI creates another': 'Failed',
  },
  Scheduled: {
    'it is deleted': 'Destroying',
    'its owner switches it off': 'Stopped',
    'its funds run out': 'Stopped',
    'billing releases it': 'Stopped',
    'an administrator freezes it': 'Stopped',
    'its tenant is suspended': 'Stopped',
    'a place is found': 'Starting',
    'a place is found that Spot must leave': 'Starting',
    'its start time passes': 'Starting',
    'its port is taken': 'Pending',
    'its Service is refused for the third time': 'Pending',
    'KubeVirt has refused its machine three times': 'Pending',
    'its node becomes inactive': 'Pending',
    'its node goes into maintenance': 'Pending',
    'its maintenance notice expires': 'Pending',
    'its place is claimed': 'Pending',
    'its Spot notice expires': 'Pending',
    'its disk was deleted, and CDI creates another': 'Failed',
  },
  Starting: {
    'it is deleted': 'Destroying',
    'its owner switches it off': 'Stopping',
    'its funds run out': 'Stopping',
    'billing releases it': 'Stopping',
    'its runway passes': 'Stopping',
    'its reserved term ends': 'Stopping',
    'an administrator freezes it': 'Stopping',
    'its tenant is suspended': 'Stopping',
    'its maintenance notice expires': 'Stopping',
    'its Spot notice expires': 'Stopping',
    'its guest powers it off': 'Stopping',
    'its machine runs': 'Running',
    'kube-scheduler refuses it': 'Pending',
    'KubeVirt has refused its machine three times': 'Pending',
    'billing has not settled 64 of its runs': 'Stopping',
    'its start takes too long': 'Failed',
    'it has crashed for the third time': 'Failed',
    'its disk cannot be created': 'Failed',
    'its disk was deleted, and CDI creates another': 'Failed',
    'its node is lost for ten minutes': 'Failed',
  },
  Running: {
    'KubeVirt has refused its machine three times': 'Starting',
    'it is deleted': 'Destroying',
    'its owner switches it off': 'Stopping',
    'its funds run out': 'Stopping',
    'billing releases it': 'Stopping',
    'its runway passes': 'Stopping',
    'its reserved term ends': 'Stopping',
    'an administrator freezes it': 'Stopping',
    'its tenant is suspended': 'Stopping',
    'its maintenance notice expires': 'Stopping',
    'its Spot notice expires': 'Stopping',
    'its guest powers it off': 'Stopping',
    'it is found powered off': 'Stopping',
    'its machine runs': 'Starting',
    'its machine crashes': 'Starting',
    'its machine is gone': 'Starting',
    'all of its objects are gone': 'Starting',
    'a restart is requested': 'Starting',
    'it has crashed for the third time': 'Failed',
    'its disk cannot be created': 'Failed',
    'its disk was deleted, and CDI creates another': 'Failed',
    'its node is lost for ten minutes': 'Failed',
  },
  Stopping: {
    'KubeVirt has refused its machine three times': 'Stopped',
    'it is deleted': 'Destroying',
    'its machine is gone': 'Stopped',
    'all of its objects are gone': 'Stopped',
  },
  Stopped: {
    'it is deleted': 'Destroying',
    'its disk was deleted, and CDI creates another': 'Failed',
    'a restart is requested': 'Pending',
    'it should resume automatically': 'Pending',
  },
  Failed: { 'it is deleted': 'Destroying', 'a restart is requested': 'Pending' },
  Destroying: { 'all of its objects are gone': 'Destroyed' },
  Destroyed: {},
};

const phases = Object.keys(moments) as WorkloadPhase[];

describe.each(phases)('a workload that is %s', (phase) => {
  it.each(Object.keys(events) as Event[])('when %s', (event) => {
    expect(transition(phase, observe(momentOf(phase, events[event])))?.phase).toBe(table[phase][event]);
  });
});

function momentOf(phase: WorkloadPhase, event: Moment): Scope {
  const usual = moments[phase];
  const status = { phase, conditions: [funded], ...usual.status, ...event.status };
  const workload = aWorkload({ ...usual.spec, ...event.spec }, status);
  const deletionTimestamp = event.deletedAt ?? usual.deletedAt;
  if (deletionTimestamp !== undefined) workload.metadata.deletionTimestamp = deletionTimestamp;
  return aScope(workload, { ...usual.scope, ...event.scope });
}
