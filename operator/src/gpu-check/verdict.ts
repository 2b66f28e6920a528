/** Derives the verdict of a machine that checks a GPU. Pure. */
import { isConditionTrue } from '@gpulease/kube';
import type { CheckedGPU } from '../gpu-check-result.ts';
import type { KeptInstance, KeptMachinePod } from '../kept/kept.ts';

export interface Checked extends CheckedGPU {
  /** The pod of its machine, once known. */
  pod?: string | undefined;
  /** Latest time of the verdict. */
  deadline: Date;
}

/** The pod of a machine that checks a GPU. */
export interface CheckPod {
  pod: string;
  /** The ID of its GPU, if known. */
  id: string | undefined;
}

/**
 * Returns the verdict of a machine. A guest that answers at its port has found its GPU healthy; one that powers off, or runs
 * and does not answer in time, has not. Any other end, such as an eviction, is a failure to KubeVirt and inconclusive here.
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
 * Lists no GPU twice: a guest that powers off releases its GPU, and a machine that starts later may get it. One of the two then
 * counts as Unknown, so that the sum equals the number of machines: some other GPU was not checked.
 */
export function eachGpuOnce<T extends CheckedGPU>(checked: readonly T[]): T[] {
  const telling = new Map<string, T>();
  for (const one of checked)
    if (one.id !== undefined && (one.verdict === 'Failed' || !telling.has(one.id))) telling.set(one.id, one);
  return checked.map((one) =>
    one.id === undefined || telling.get(one.id) === one ? one : { ...one, id: undefined, verdict: 'Unknown' },
  );
}

/** Returns the ID that the device plugin gives the GPU of a machine's pod. */
export function deviceOf(pod: KeptMachinePod | undefined): string | undefined {
  const told = (pod?.status?.containerStatuses ?? []).flatMap(
    ({ allocatedResourcesStatus = [] }) => allocatedResourcesStatus,
  );
  const gpu = told.find(({ name }) => !name.startsWith('devices.kubevirt.io/'));
  return gpu?.resources?.[0]?.resourceID;
}
