import { findCondition, timestamp } from '@gpulease/kube';
import type { ConditionChange, Pod } from '@gpulease/kube';
import type { VirtualMachineInstance, VirtualMachineInstanceStatus } from '@gpulease/kube/kubevirt';
import { conditionsFrom, notReady, ofSameReasons } from '../conditions.ts';
import { defined } from '../defined.ts';
import {
  answersInMs,
  hasStarted,
  isPodReady,
  isTryingAgain,
  type InstanceSituation,
  type NextPhase,
} from './phase.ts';
import { formatMebibytes, gpuNames, overheadMebibytes } from './pod.ts';

/** Returns the whole status of an instance in its next phase. */
export function instanceStatus(
  situation: InstanceSituation,
  { phase, reason }: NextPhase,
): VirtualMachineInstanceStatus {
  const { instance, pod, overheadRatio, now } = situation;
  const wanted = conditions(situation, phase);
  return defined({
    phase,
    phaseTransitionTimestamps: transitions(instance, phase, now),
    conditions: conditionsFrom(ofSameReasons(instance.status?.conditions, wanted), wanted, now),
    activePods: hasStarted(phase) ? activePods(pod) : {},
    memory: memory(instance, overheadRatio),
    reason,
    evacuationNodeName: instance.status?.evacuationNodeName,
    nodeName: instance.status?.nodeName ?? (hasStarted(phase) ? pod?.spec?.nodeName : undefined),
    interfaces: phase === 'Running' ? interfaces(instance, pod) : undefined,
  });
}

function transitions(
  { status }: VirtualMachineInstance,
  phase: string,
  now: Date,
): NonNullable<VirtualMachineInstanceStatus['phaseTransitionTimestamps']> {
  const before = status?.phaseTransitionTimestamps ?? [];
  if (before.some((entry) => entry.phase === phase)) return before;
  return [...before, { phase, phaseTransitionTimestamp: timestamp(now) }];
}

/** Reported with the phase: the node of a pod that has not started is of no use. */
function activePods(pod: Pod | undefined): Record<string, string> {
  const uid = pod?.metadata.uid;
  return uid === undefined ? {} : { [uid]: pod?.spec?.nodeName ?? '' };
}

function memory(
  { spec }: VirtualMachineInstance,
  overheadRatio: number,
): NonNullable<VirtualMachineInstanceStatus['memory']> {
  const guest = spec.domain.memory?.guest;
  return defined({
    guestAtBoot: guest,
    guestCurrent: guest,
    guestRequested: guest,
    memoryOverhead: formatMebibytes(overheadMebibytes(spec, overheadRatio)),
  });
}

/** Returns the interfaces as reported without a guest agent. With masquerading, the guest's address is its pod's. */
function interfaces(
  { spec }: VirtualMachineInstance,
  pod: Pod | undefined,
): NonNullable<VirtualMachineInstanceStatus['interfaces']> {
  const address = pod?.status?.podIP;
  const cards: { name: string; macAddress?: string }[] = spec.domain.devices.interfaces ?? [
    { name: 'default' },
  ];
  return cards.map(({ name, macAddress }) =>
    defined({
      name,
      mac: macAddress,
      ipAddress: address,
      ipAddresses: address === undefined ? undefined : [address],
      podInterfaceName: 'eth0',
      infoSource: 'domain',
      linkState: 'up',
      queueCount: 1,
    }),
  );
}

function conditions(situation: InstanceSituation, phase: string): ConditionChange[] {
  const { instance, pod } = situation;
  return [
    ready(situation, phase),
    ...unscheduled(pod),
    ...notSynchronized(situation, phase),
    ...evictionRequested(instance),
    ...(phase === 'Running' ? guestConditions(instance) : []),
  ];
}

function ready(situation: InstanceSituation, phase: string): ConditionChange {
  const { pod } = situation;
  if (pod === undefined) return notReady('PodNotExists', 'virt-launcher pod has not yet been scheduled');
  if (pod.metadata.deletionTimestamp !== undefined)
    return notReady('PodTerminating', 'virt-launcher pod is terminating');
  if (phase !== 'Running' || !isPodReady(pod))
    return notReady('GuestNotRunning', 'Guest VM is not reported as running');
  if (answersInMs(situation) > 0)
    return notReady('ContainersNotReady', 'containers with unready status: [compute]');
  return holding('Ready');
}

function unscheduled(pod: Pod | undefined): ConditionChange[] {
  const condition = findCondition(pod?.status?.conditions, 'PodScheduled');
  if (condition?.status !== 'False') return [];
  const { status, reason = '', message = '' } = condition;
  return [{ type: 'PodScheduled', status, reason, message }];
}

/** virt-controller also reports an eviction request as a condition. */
function evictionRequested({ status }: VirtualMachineInstance): ConditionChange[] {
  if (status?.evacuationNodeName === undefined) return [];
  return [{ type: 'EvictionRequested', status: 'True', reason: 'EvictionRequested', message: '' }];
}

/** Reports failures only: a healthy instance does not have this condition. */
function notSynchronized(situation: InstanceSituation, phase: string): ConditionChange[] {
  const { faults, forbiddenGpu, hasForeignCpu } = situation;
  const failed = (reason: string, message: string): ConditionChange[] => [
    { type: 'Synchronized', status: 'False', reason, message },
  ];
  if (forbiddenGpu !== undefined) {
    const message = `GPU ${forbiddenGpu} is not permitted in permittedHostDevices configuration`;
    return failed('FailedCreate', message);
  }
  if (faults.has('ImagePullError')) return failed('ErrImagePull', 'The image cannot be pulled (simulated)');
  if (!hasForeignCpu || phase !== 'Scheduled' || isTryingAgain(situation)) return [];
  return failed('Synchronizing with the Domain failed.', CPU_REFUSAL);
}

const CPU_REFUSAL =
  'server error. command SyncVMI failed: "LibvirtError(Code=67, Domain=10, Message=\'unsupported configuration: ' +
  "CPU mode 'host-passthrough' for x86_64 qemu domain on x86_64 host is not supported by hypervisor')\"";

function guestConditions({ spec }: VirtualMachineInstance): ConditionChange[] {
  const hasGpu = gpuNames(spec).length > 0;
  const message = 'VMI uses a PCI host device';
  const hasKeys = (spec.accessCredentials ?? []).length > 0;
  return [
    hasGpu
      ? { type: 'LiveMigratable', status: 'False', reason: 'HostDeviceNotLiveMigratable', message }
      : holding('LiveMigratable'),
    ...(hasKeys ? [holding('AccessCredentialsSynchronized')] : []),
  ];
}

function holding(type: string): ConditionChange {
  return { type, status: 'True', reason: '', message: '' };
}
