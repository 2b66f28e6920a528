import { phaseOf, type Workload } from '@gpulease/crds';
import type { Caches } from '../caches.ts';
import { ObjectCounts } from './object-counts.ts';

/** How many workloads name a catalogue object. */
export interface WorkloadCounts {
  /** All of them. While there are any, nobody can delete it. */
  naming: number;
  /** Those that it must not vanish under, should it be deleted at the very moment they are created. */
  needing: number;
}

/** Counts the workloads that name objects of one kind. Make it before the caches have synced. */
export class WorkloadReferences {
  private readonly naming: ObjectCounts<Workload>;
  private readonly needing: ObjectCounts<Workload>;

  /** Calls `changed` with each name whose count has changed, and the count. */
  constructor(
    caches: Caches,
    nameOf: (workload: Workload) => string,
    changed: (name: string, count: number) => void,
  ) {
    const { informer } = caches.workloads;
    this.naming = new ObjectCounts(informer, (workload) => [nameOf(workload)], changed);
    this.needing = new ObjectCounts(
      informer,
      (workload) => (isNeedy(workload) ? [nameOf(workload)] : []),
      changed,
    );
  }

  of(name: string): WorkloadCounts {
    return { naming: this.naming.of(name), needing: this.needing.of(name) };
  }
}

/** The workload has a place or a machine, or may get one. A workload that failed before that needs nothing any more. */
export function isNeedy(workload: Workload): boolean {
  const { status } = workload;
  return (
    phaseOf(workload) === 'Pending' || status?.placed !== undefined || status?.virtualMachine !== undefined
  );
}
