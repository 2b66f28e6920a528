/** Polls and events may arrive out of order; the newer version wins. */
import type { Page } from '@gpulease/contract/common';
import type { Workload } from '@gpulease/contract/workloads';
import { replaceEqualDeep } from '@tanstack/react-query';

/** TanStack Query's `structuralSharing`: the newer version of each workload wins, and unchanged objects keep their identity. */
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

/** Returns the newer of the two. The same version may carry a newer cost. A destroyed machine never changes. */
export function newerWorkload(cached: Workload, come: Workload): Workload {
  if (!isSameWorkload(cached, come) || come.status === 'DESTROYED') return come;
  const isOlder = BigInt(come.resourceVersion) < BigInt(cached.resourceVersion);
  return isOlder || cached.status === 'DESTROYED' ? cached : come;
}

/** Whether both are the same machine, rather than successive machines of the same name. */
export function isSameWorkload(one: Workload, other: Workload): boolean {
  return one.uid !== null && one.uid === other.uid;
}

function isWorkload(value: unknown): value is Workload {
  return isObject(value) && typeof value.resourceVersion === 'string';
}

const isPage = (value: unknown): value is Page<unknown> => isObject(value) && Array.isArray(value.items);

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
