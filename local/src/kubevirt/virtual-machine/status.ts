import { findCondition, isConditionTrue } from '@gpulease/kube';
import type { ConditionChange } from '@gpulease/kube';
import type {
  DataVolume,
  VirtualMachine,
  VirtualMachineInstance,
  VirtualMachineStatus,
} from '@gpulease/kube/kubevirt';
import { conditionsFrom, notReady, ofSameReasons } from '../conditions.ts';
import { defined } from '../defined.ts';
import { isFinal, type StateChangeRequest } from './power.ts';
import type { StartFailure } from './start-failure.ts';

/** On an instance: generation of the machine it was created from. */
export const generationAnnotation = 'kubevirt.io/vm-generation';

export interface PowerRecord {
  runStrategy: string | undefined;
  requests: StateChangeRequest[];
  startFailure: StartFailure | undefined;
}

/** Returns the whole status of a machine. */
export function machineStatus(
  situation: Omit<MachineSituation, 'startFailures'>,
  { runStrategy, requests, startFailure }: PowerRecord,
  now: Date,
): VirtualMachineStatus {
  const { virtualMachine, instance } = situation;
  const { consecutiveFailCount: startFailures = 0 } = startFailure ?? {};
  const wanted = instanceConditions(instance);
  const before = ofSameReasons(virtualMachine.status?.conditions, wanted);
  const conditions = conditionsFrom(before, wanted, now);
  return defined({
    created: instance !== undefined,
    ready: isConditionTrue(conditions, 'Ready'),
    printableStatus: printableStatus({ ...situation, startFailures }),
    conditions,
    desiredGeneration: virtualMachine.metadata.generation,
    observedGeneration: observedGeneration(instance) ?? virtualMachine.metadata.generation,
    runStrategy,
    stateChangeRequests: requests.length === 0 ? undefined : requests,
    startFailure,
  });
}

function observedGeneration(instance: VirtualMachineInstance | undefined): number | undefined {
  const generation = instance?.metadata.annotations?.[generationAnnotation];
  return generation === undefined ? undefined : Number(generation);
}

/** Copies all conditions of the instance to the machine. */
function instanceConditions(instance: VirtualMachineInstance | undefined): ConditionChange[] {
  const conditions = (instance?.status?.conditions ?? []).map(
    ({ type, status, reason = '', message = '' }) => ({ type, status, reason, message }) as ConditionChange,
  );
  if (conditions.some(({ type }) => type === 'Ready')) return conditions;
  const ready =
    instance === undefined
      ? notReady('VMINotExists', 'VMI does not exist')
      : notReady('VMIConditionMissing', 'VMI is missing the Ready condition');
  return [ready, ...conditions];
}

export interface MachineSituation {
  virtualMachine: VirtualMachine;
  instance: VirtualMachineInstance | undefined;
  /** Existing disks of the machine. */
  disks: readonly DataVolume[];
  /** Consecutive instances that ended before they ran. */
  startFailures: number;
}

/** Returns the first applicable status in KubeVirt's order. */
export function printableStatus(situation: MachineSituation): string {
  return statuses.find(([, holds]) => holds(situation))?.[0] ?? 'Unknown';
}

type Rule = (situation: MachineSituation) => boolean;

const statuses: readonly (readonly [string, Rule])[] = [
  ['Terminating', ({ virtualMachine }) => virtualMachine.metadata.deletionTimestamp !== undefined],
  ['Stopping', ({ instance }) => instance?.metadata.deletionTimestamp !== undefined && !hasEnded(instance)],
  ['Paused', ({ instance }) => conditionOf(instance, 'Paused')?.status === 'True'],
  ['Running', ({ instance }) => instance?.status?.phase === 'Running'],
  ['DataVolumeError', ({ disks }) => disks.some(hasError)],
  ['ErrorUnschedulable', ({ instance }) => isUnschedulable(instance)],
  ['Provisioning', ({ disks }) => disks.some(({ status }) => status?.phase !== 'Succeeded')],
  ['ErrImagePull', ({ instance }) => syncFailure(instance) === 'ErrImagePull'],
  ['ImagePullBackOff', ({ instance }) => syncFailure(instance) === 'ImagePullBackOff'],
  ['Starting', ({ instance }) => instance !== undefined && !hasEnded(instance)],
  ['CrashLoopBackOff', ({ startFailures }) => startFailures > 0],
  ['Stopped', ({ instance }) => instance === undefined || hasEnded(instance)],
];

/** Whether a disk has failed. During retries, only between attempts. */
function hasError({ status }: DataVolume): boolean {
  const running = findCondition(status?.conditions, 'Running');
  const isStopped =
    running?.status === 'False' && ['Error', 'ImagePullFailed'].includes(running.reason ?? '');
  return status?.phase === 'Failed' || isStopped;
}

function hasEnded({ status }: VirtualMachineInstance): boolean {
  return isFinal(status?.phase);
}

function isUnschedulable(instance: VirtualMachineInstance | undefined): boolean {
  const condition = conditionOf(instance, 'PodScheduled');
  return condition?.status === 'False' && condition.reason === 'Unschedulable';
}

function syncFailure(instance: VirtualMachineInstance | undefined): string | undefined {
  const condition = conditionOf(instance, 'Synchronized');
  return condition?.status === 'False' ? condition.reason : undefined;
}

function conditionOf(instance: VirtualMachineInstance | undefined, wanted: string) {
  return findCondition(instance?.status?.conditions, wanted);
}
