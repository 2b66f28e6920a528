/** Decides when the free GPUs of a node are due for a check, and summarizes the last one. Pure. */
import { annotations, catalogueReasons, conditionTypes, wantsChecks } from '@gpulease/crds';
import type { ComputeNode, GPUCheck, GPUCheckStatus, NodeDevice } from '@gpulease/crds';
import { DAY_MS, findCondition } from '@gpulease/kube';
import type { FoundCondition } from '../catalogue/status.ts';
import type { GPUCheckResult } from '../gpu-check-result.ts';
import { faultsBegun } from './reliability.ts';
import { suspectsAfter, type Suspects, type SuspectChanges } from './suspects.ts';

/** Facts found since the status was written. */
interface News {
  /** The setting of the region. */
  gpuCheck: GPUCheck | undefined;
  results: readonly GPUCheckResult[];
  conditions: readonly FoundCondition[];
  devices: readonly NodeDevice[];
  /** How many GPUs machines hold now. */
  allocated: number;
  suspects: SuspectChanges;
  now: Date;
}

/** Returns the new status of the GPU check; undefined if it is empty. */
export function gpuCheckAfter(computeNode: ComputeNode, news: News): GPUCheckStatus | undefined {
  const { due: _, suspects: known, ...before } = computeNode.status?.gpuCheck ?? {};
  const found = foundBy(news.results.at(-1)) ?? before;
  const after = { ...found, ...(wantsChecks(news.gpuCheck) && openAfter(computeNode, news, known)) };
  return Object.keys(after).length === 0 ? undefined : after;
}

/** Returns why the next check is due, and the suspects that may make one due. */
function openAfter(computeNode: ComputeNode, news: News, known: GPUCheckStatus['suspects']): GPUCheckStatus {
  const suspects = suspectsAfter(known, news.suspects);
  const due = dueAfter(computeNode, news, suspects);
  return {
    ...(due !== undefined && { due }),
    ...(suspects.staying.length > 0 && { suspects: suspects.staying }),
  };
}

function foundBy(last: GPUCheckResult | undefined): GPUCheckStatus | undefined {
  if (last === undefined) return undefined;
  const count = (wanted: string) => last.checked.filter(({ verdict }) => verdict === wanted).length;
  return {
    ...{ checkedAt: last.at.toISOString(), passed: count('Passed') },
    ...{ failed: count('Failed'), inconclusive: count('Unknown') },
  };
}

function dueAfter(computeNode: ComputeNode, news: News, suspects: Suspects): GPUCheckStatus['due'] {
  const isDone = news.results.length > 0;
  if (wasAskedFor(computeNode, news)) return 'Request';
  return newCause(computeNode, news, suspects) ?? (isDone ? undefined : standingCause(computeNode, news));
}

/** Whether a check was requested and none has ended since. Invalid and future times are ignored. */
function wasAskedFor({ metadata, status }: ComputeNode, { results, now }: News): boolean {
  const askedAt = Date.parse(metadata.annotations?.[annotations.checkGpusAt] ?? '');
  const checkedAt = results.at(-1)?.at.getTime() ?? Date.parse(status?.gpuCheck?.checkedAt ?? '');
  return askedAt <= now.getTime() && !(askedAt <= checkedAt);
}

/** Returns a cause that has arisen since the status was written. */
function newCause(computeNode: ComputeNode, news: News, suspects: Suspects): GPUCheckStatus['due'] {
  if (hasNewFault(computeNode, news)) return 'Fault';
  if (suspects.hasOneLeft) return 'Suspicion';
  const { policy } = news.gpuCheck ?? {};
  return policy === 'AfterEachCustomer' && hasFewerAllocated(computeNode, news) ? 'Customer' : undefined;
}

/** Returns an earlier cause that still stands, or Daily when a day has passed. */
function standingCause(computeNode: ComputeNode, { gpuCheck, now }: News): GPUCheckStatus['due'] {
  const isDaily = gpuCheck?.policy === 'DailyWhenFree' && (untilDaily(computeNode, now) ?? 0) <= 0;
  return computeNode.status?.gpuCheck?.due ?? (isDaily ? 'Daily' : undefined);
}

function hasFewerAllocated({ status }: ComputeNode, { allocated }: News): boolean {
  return allocated < (status?.allocated?.gpus ?? 0);
}

/** Returns the milliseconds until a daily check is due, negative if overdue; undefined if none has run. */
export function untilDaily({ status }: ComputeNode, now: Date): number | undefined {
  const { checkedAt } = status?.gpuCheck ?? {};
  return checkedAt === undefined ? undefined : Date.parse(checkedAt) + DAY_MS - now.getTime();
}

/** Whether a fault of the node or of one of its GPUs has begun, or GPUs have returned from quarantine. */
function hasNewFault(computeNode: ComputeNode, { conditions, devices, now }: News): boolean {
  const { status } = computeNode;
  const sick = (known: readonly NodeDevice[]) =>
    known.filter(({ health }) => health === 'Unhealthy').map(({ id }) => id);
  const sickBefore = sick(status?.devices ?? []);
  return (
    faultsBegun(computeNode, { conditions, now }) > 0 ||
    sick(devices).some((id) => !sickBefore.includes(id)) ||
    quarantinedIn(conditions) < quarantinedIn(status?.conditions ?? [])
  );
}

/** Parses the first number of a parameter such as `3/8`. */
function quarantinedIn(conditions: readonly FoundCondition[]): number {
  const found = findCondition(conditions, conditionTypes.gpusForSale);
  return found?.reason === catalogueReasons.quarantined
    ? Number.parseInt(found.parameters?.lacking ?? '0', 10)
    : 0;
}
