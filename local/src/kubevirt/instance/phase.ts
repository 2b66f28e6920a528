import { findCondition } from '@gpulease/kube';
import type { Pod } from '@gpulease/kube';
import type { VirtualMachineInstance } from '@gpulease/kube/kubevirt';
import { defined } from '../defined.ts';
import type { Fault } from '../faults.ts';
import { remaining, type Pace } from '../pace.ts';
import { isFinal } from '../virtual-machine/power.ts';
import type { GpuFinding } from './gpu-check.ts';
import { unschedulableLabel } from './pod.ts';

/** Action that the guest initiates; the simulated consoles and tests write it to the instance. */
export const guestAnnotation = 'simulation.gpulease.dev/guest';
export type GuestAction = 'PowerOff' | 'Crash';

export interface InstanceSituation {
  instance: VirtualMachineInstance;
  pod: Pod | undefined;
  /** Whether the kubelet and virt-handler of its node are unresponsive. */
  isNodeSilent: boolean;
  faults: ReadonlySet<Fault>;
  /** First of the instance's GPUs that KubeVirt may not pass through. */
  forbiddenGpu: string | undefined;
  /** Whether libvirt rejects its CPU model. */
  hasForeignCpu: boolean;
  /** Only for a guest that checks its GPUs. */
  gpuFinding?: GpuFinding | undefined;
  /** `additionalGuestMemoryOverheadRatio` of KubeVirt's configuration. */
  overheadRatio: number;
  pace: Pace;
  now: Date;
}

export interface NextPhase {
  phase: string;
  /** One-word reason, for phases that need it. */
  reason?: string;
  /** Milliseconds after which time alone may change the phase. */
  lookAgainMs?: number;
}

/** Returns the next phase of an instance; the current one if nothing changes it. */
export function nextPhase(situation: InstanceSituation): NextPhase {
  const { metadata, status } = situation.instance;
  const phase = status?.phase ?? 'Pending';
  if (isFinal(phase)) return defined({ phase, reason: status?.reason });
  if (metadata.deletionTimestamp !== undefined) return whileDeleting(situation, phase);
  if (phase === 'Pending') return { phase: situation.pod === undefined ? 'Pending' : 'Scheduling' };
  return hasPodEnded(situation.pod) ? podLost(situation) : whileHeld(situation, phase);
}

/** virt-controller blames an unresponsive node. */
function podLost({ isNodeSilent }: InstanceSituation): NextPhase {
  return isNodeSilent ? { phase: 'Failed', reason: 'NodeUnresponsive' } : { phase: 'Failed' };
}

/** Returns the next phase while the pod is alive. */
function whileHeld(situation: InstanceSituation, phase: string): NextPhase {
  if (phase === 'Scheduling') return whileScheduling(situation);
  if (situation.isNodeSilent) return { phase };
  return phase === 'Scheduled' ? whileBooting(situation) : whileRunning(situation);
}

function whileDeleting(situation: InstanceSituation, phase: string): NextPhase {
  const { instance, pod, isNodeSilent, faults, pace, now } = situation;
  if (faults.has('StuckTerminating')) return { phase };
  if (isNodeSilent && hasStarted(phase)) return pod === undefined ? podLost(situation) : { phase };
  if (phase !== 'Running') return { phase: 'Failed' };
  const lookAgainMs = remaining(instance.metadata.deletionTimestamp, shutdownTime(instance, pace), now);
  return lookAgainMs > 0 ? { phase, lookAgainMs } : { phase: 'Succeeded' };
}

/** The API adds the grace period to the deletionTimestamp only of pods, so an instance's is the time of the request. */
function shutdownTime({ spec }: VirtualMachineInstance, pace: Pace): number {
  return Math.min(pace.shutdown, (spec.terminationGracePeriodSeconds ?? 30) * 1000);
}

function whileScheduling({ pod, faults }: InstanceSituation): NextPhase {
  if (isLeftoverOfFault(pod, faults)) return { phase: 'Failed' };
  const isHeld = faults.has('ImagePullError');
  return { phase: isPodReady(pod) && !isHeld ? 'Scheduled' : 'Scheduling' };
}

/** A pod stays unschedulable, so it must be deleted when the fault ends. */
function isLeftoverOfFault(pod: Pod | undefined, faults: ReadonlySet<Fault>): boolean {
  return pod?.spec?.nodeSelector?.[unschedulableLabel] !== undefined && !faults.has('Unschedulable');
}

/** How long virt-handler reports a failure, and how long its next attempt takes, during which the failure is not reported. */
const ATTEMPT_MS = 300;

/** Whether virt-handler is in another attempt, for which it withdraws the previous failure. */
export function isTryingAgain({ now }: InstanceSituation): boolean {
  return Math.floor(now.getTime() / ATTEMPT_MS) % 2 === 1;
}

function whileBooting(situation: InstanceSituation): NextPhase {
  const { instance, faults, pace, now } = situation;
  if (situation.hasForeignCpu) {
    return { phase: 'Scheduled', lookAgainMs: ATTEMPT_MS - (now.getTime() % ATTEMPT_MS) };
  }
  if (faults.has('SlowStart')) return { phase: 'Scheduled' };
  const lookAgainMs = remaining(enteredAt(instance, 'Scheduled'), pace.boot, now);
  return lookAgainMs > 0 ? { phase: 'Scheduled', lookAgainMs } : { phase: 'Running' };
}

function whileRunning(situation: InstanceSituation): NextPhase {
  const { instance, faults, pace, now } = situation;
  const action = instance.metadata.annotations?.[guestAnnotation];
  if (action === 'PowerOff' || situation.gpuFinding === 'Broken') return { phase: 'Succeeded' };
  if (action === 'Crash') return { phase: 'Failed', reason: 'GuestCrashed' };
  if (!faults.has('CrashLoop')) return whileAnswering(situation);
  const lookAgainMs = remaining(enteredAt(instance, 'Running'), pace.crash, now);
  return lookAgainMs > 0 ? { phase: 'Running', lookAgainMs } : { phase: 'Failed', reason: 'GuestCrashed' };
}

function whileAnswering(situation: InstanceSituation): NextPhase {
  const lookAgainMs = answersInMs(situation);
  return lookAgainMs > 0 && lookAgainMs < Infinity ? { phase: 'Running', lookAgainMs } : { phase: 'Running' };
}

/** Returns the milliseconds until the running guest answers its readiness probe; Infinity if it never will. */
export function answersInMs({ instance, faults, gpuFinding, pace, now }: InstanceSituation): number {
  if (instance.spec.readinessProbe === undefined) return 0;
  if (faults.has('NoAnswer') || gpuFinding === 'NothingYet') return Infinity;
  return remaining(enteredAt(instance, 'Running') ?? now.toISOString(), pace.answer, now);
}

function enteredAt({ status }: VirtualMachineInstance, wanted: string): string | undefined {
  return status?.phaseTransitionTimestamps?.find(({ phase }) => phase === wanted)?.phaseTransitionTimestamp;
}

/** Whether virt-handler is in charge of the instance. */
export function hasStarted(phase: string): boolean {
  return phase === 'Scheduled' || phase === 'Running';
}

function hasPodEnded(pod: Pod | undefined): boolean {
  return pod === undefined || isFinal(pod.status?.phase);
}

export function isPodReady(pod: Pod | undefined): boolean {
  const ready = findCondition(pod?.status?.conditions, 'Ready');
  return pod?.status?.phase === 'Running' && ready?.status === 'True';
}
