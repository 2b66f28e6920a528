/** What a machine that checks a GPU has found. Pure. */
import { isConditionTrue } from '@gpulease/kube';
import type { CheckedGPU } from '../gpu-check-result.ts';
import type { KeptInstance, KeptMachinePod } from '../kept/kept.ts';

export interface Checked extends CheckedGPU {
  /** The pod of its machine, once that is known. */
  pod?: string | undefined;
  /** When there will be a verdict at the latest. */
  deadline: Date;
}

/** What is known of the pod of a machine that checks a GPU. */
export interface CheckPod {
  pod: string;
  /** Of its GPU. */
  id: string | undefined;
}

/**
 * A guest that answers at its port has found its GPU to be well. One that powers itself off, or runs and does not answer in
 * time, has not. What else ends a machine, such as somebody who evicts its pod, KubeVirt calls a failure.
 */
export function checkedBy(
  instance: KeptInstance,
  { pod, id, timeoutMs, now }: Partial<CheckPod> & { timeoutMs: number; now: Date },
): Checked {
  const ranAt = enteredAt(instance, 'Running');
  const deadline = new Date(Date.parse(ranAt ?? instance.metadata.creationTimestamp ?? '') + timeoutMs);
  return { id, pod, verdict: verdictOf(instance, ranAt, now >= deadline), deadline };
}

function verdictOf({ status }: KeptInstance, ranAt: string | undefined, isLate: boolean): Checked['verdict'] {
  const { phase, conditions } = status ?? {};
  if (isConditionTrue(conditions, 'Ready')) return 'Passed';
  if (phase === 'Failed') return 'Unknown';
  if (phase !== 'Succeeded' && !isLate) return undefined;
  return ranAt === undefined ? 'Unknown' : 'Failed';
}

function enteredAt({ status }: KeptInstance, wanted: string): string | undefined {
  return status?.phaseTransitionTimestamps?.find(({ phase }) => phase === wanted)?.phaseTransitionTimestamp;
}

/**
 * No GPU twice: a guest that powers itself off gives its GPU back, and a machine that starts after that may get it. As one of the two
 * counts as Unknown, the sum stays that of the machines: some other GPU was checked by none.
 */
export function eachGpuOnce<T extends CheckedGPU>(checked: readonly T[]): T[] {
  const telling = new Map<string, T>();
  for (const one of checked)
    if (one.id !== undefined && (one.verdict === 'Failed' || !telling.has(one.id))) telling.set(one.id, one);
  return checked.map((one) =>
    one.id === undefined || telling.get(one.id) === one ? one : { ...one, id: undefined, verdict: 'Unknown' },
  );
}

/** What the device plugin calls the GPU of a machine's pod. */
export function deviceOf(pod: KeptMachinePod | undefined): string | undefined {
  const told = (pod?.status?.containerStatuses ?? []).flatMap(
    ({ allocatedResourcesStatus = [] }) => allocatedResourcesStatus,
  );
  const gpu = told.find(({ name }) => !name.startsWith('devices.kubevirt.io/'));
  return gpu?.resources?.[0]?.resourceID;
}
