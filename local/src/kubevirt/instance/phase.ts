import { findCondition } from '@gpulease/kube';
import type { Pod } from '@gpulease/kube';
import type { VirtualMachineInstance } from '@gpulease/kube/kubevirt';
import { defined } from '../defined.ts';
import type { Fault } from '../faults.ts';
import { remaining, type Pace } from '../pace.ts';
import { isFinal } from '../virtual-machine/power.ts';
import type { GpuFinding } from './gpu-check.ts';
import { unschedulableLabel } from './pod.ts';

/** What the guest does of its own accord; the simulated consoles and tests write it on the instance. */
export const guestAnnotation = 'simulation.gpulease.dev/guest';
export type GuestAction = 'PowerOff' | 'Crash';

export interface InstanceSituation {
  instance: VirtualMachineInstance;
  pod: Pod | undefined;
  /** The kubelet and virt-handler of its node do not answer, so nobody carries out anything there. */
  isNodeSilent: boolean;
  faults: ReadonlySet<Fault>;
  /** The first of the instance's GPUs that KubeVirt may not pass through. */
  forbiddenGpu: string | undefined;
  /** libvirt refuses its CPU model. */
  hasForeignCpu: boolean;
  /** Of a guest that checks its GPUs. */
  gpuFinding?: GpuFinding | undefined;
  /** `additionalGuestMemoryOverheadRatio` of KubeVirt's configuration. */
  overheadRatio: number;
  pace: Pace;
  now: Date;
}

export interface NextPhase {
  phase: string;
  /** Why, in one word, for phases that need it. */
  reason?: string;
  /** Milliseconds after which time alone may change the answer. */
  lookAgainMs?: number;
}

/** The phase that an instance is in next; the present one when nothing moves it. */
export function nextPhase(situation: InstanceSituation): NextPhase {
  const { metadata, status } = situation.instance;
  const phase = status?.phase ?? 'Pending';
  if (isFinal(phase)) return defined({ phase, reason: status?.reason });
  if (metadata.deletionTimestamp !== undefined) return whileDeleting(situation, phase);
  if (phase === 'Pending') return { phase: situation.pod === undefined ? 'Pending' : 'Scheduling' };
  return hasPodEnded(situation.pod) ? podLost(situation) : whileHeld(situation, phase);
}

/** virt-controller blames the node when it answers no more. */
function podLost({ isNodeSilent }: InstanceSituation): NextPhase {
  return isNodeSilent ? { phase: 'Failed', reason: 'NodeUnresponsive' } : { phase: 'Failed' };
}

/** With a pod that lives. */
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

/** The API adds the grace period to an object's deletionTimestamp only for pods, so ours is the moment of the wish. */
function shutdownTime({ spec }: VirtualMachineInstance, pace: Pace): number {
  return Math.min(pace.shutdown, (spec.terminationGracePeriodSeconds ?? 30) * 1000);
}

function whileScheduling({ pod, faults }: InstanceSituation): NextPhase {
  if (isLeftoverOfFault(pod, faults)) return { phase: 'Failed' };
  const isHeld = faults.has('ImagePullError');
  return { phase: isPodReady(pod) && !isHeld ? 'Scheduled' : 'Scheduling' };
}

/** A pod that was made unschedulable stays so, and must go when the fault does. */
function isLeftoverOfFault(pod: Pod | undefined, faults: ReadonlySet<Fault>): boolean {
  return pod?.spec?.nodeSelector?.[unschedulableLabel] !== undefined && !faults.has('Unschedulable');
}

/** How long virt-handler's failure stands, and how long its next attempt takes, during which it is gone. */
const ATTEMPT_MS = 300;

/** Whether virt-handler is at another attempt, for which it takes back what came of the one before. */
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

/** Until the running guest answers its readiness probe; Infinity while it never will. */
export function answersInMs({ instance, faults, gpuFinding, pace, now }: InstanceSituation): number {
  if (instance.spec.readinessProbe === undefined) return 0;
  if (faults.has('NoAnswer') || gpuFinding === 'NothingYet') return Infinity;
  return remaining(enteredAt(instance, 'Running') ?? now.toISOString(), pace.answer, now);
}

function enteredAt({ status }: VirtualMachineInstance, wanted: string): string | undefined {
  return status?.phaseTransitionTimestamps?.find(({ phase }) => phase === wanted)?.phaseTransitionTimestamp;
}

/** Whether virt-handler has it in hand. */
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
