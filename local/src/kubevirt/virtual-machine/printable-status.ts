import type { DataVolume, VirtualMachine, VirtualMachineInstance } from '@gpulease/kube/kubevirt';
import { isFinal } from './power.ts';

export interface MachineSituation {
  virtualMachine: VirtualMachine;
  instance: VirtualMachineInstance | undefined;
  /** The machine's own disks, as far as they exist. */
  disks: readonly DataVolume[];
  /** Instances in a row that ended before they ran. */
  startFailures: number;
}

/** The state in one word; of several that hold, the first in KubeVirt's order. */
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

/** Also while CDI tries again, and then only between two tries. */
function hasError({ status }: DataVolume): boolean {
  const running = status?.conditions?.find(({ type }) => type === 'Running');
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
  return instance?.status?.conditions?.find(({ type }) => type === wanted);
}
