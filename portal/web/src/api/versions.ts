/** Polls and events may arrive in another order than they were made; what is newer stays. */
import type { Page } from '@gpulease/contract/common';
import type { Workload } from '@gpulease/contract/workloads';
import { replaceEqualDeep } from '@tanstack/react-query';

/**
 * What to keep of an answer that is cached and one that has come: of each workload the newer version. What did not
 * change keeps its identity, so that nothing is drawn again for it. Given to TanStack Query as `structuralSharing`.
 */
export function keepNewer(cached: unknown, come: unknown): unknown {
  return replaceEqualDeep(cached, newer(cached, come));
}

function newer(cached: unknown, come: unknown): unknown {
  if (isWorkload(come)) return isWorkload(cached) ? newerWorkload(cached, come) : come;
  if (!isPage(come) || !isPage(cached)) return come;
  const known = new Map(cached.items.filter(isWorkload).map((item) => [item.uid, item]));
  if (known.size === 0) return come;
  const items = come.items.map((item) => {
    const before = isWorkload(item) ? known.get(item.uid) : undefined;
    return before ? newerWorkload(before, item as Workload) : item;
  });
  return { ...come, items };
}

/** The same version again may still carry a newer cost. Nothing comes after the end of a machine. */
export function newerWorkload(cached: Workload, come: Workload): Workload {
  if (!isSameWorkload(cached, come) || come.status === 'DESTROYED') return come;
  const isOlder = BigInt(come.resourceVersion) < BigInt(cached.resourceVersion);
  return isOlder || cached.status === 'DESTROYED' ? cached : come;
}

/** Whether two views are of one machine, and not of namesakes one after the other. */
export function isSameWorkload(one: Workload, other: Workload): boolean {
  return one.uid !== null && one.uid === other.uid;
}

function isWorkload(value: unknown): value is Workload {
  return isObject(value) && typeof value.resourceVersion === 'string';
}

function isPage(value: unknown): value is Page<unknown> {
  return isObject(value) && Array.isArray(value.items);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
