import { annotations } from './names.ts';
import { phaseOf } from './workload-state.ts';
import type { Workload, WorkloadPhase } from './v1alpha1/workload.ts';

const AT_REST: readonly WorkloadPhase[] = ['Running', 'Stopped', 'Failed'];
/** The portal's ids are UUIDs. Validated because tenants can annotate their Workloads and the value goes into logs. */
const REQUEST_ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Returns the id of the portal's request that last changed a Workload; undefined without a valid annotation. */
export function requestIdOf({ metadata }: Workload): string | undefined {
  const id = metadata.annotations?.[annotations.requestId];
  return id !== undefined && REQUEST_ID.test(id) ? id : undefined;
}

/**
 * The requests that Workloads name in an annotation, each until its workload is in a stable phase. Later events, such as
 * the end of its term after a month, do not belong to the request.
 */
export class OpenRequests {
  /** The closed request of each workload, by key. */
  private readonly over = new Map<string, string>();
  private readonly read: (workload: Workload) => string | undefined;

  /** `read` returns the request in a Workload's annotations. */
  constructor(read: (workload: Workload) => string | undefined) {
    this.read = read;
  }

  /** Returns the open request of a workload, if any. */
  of(key: string, workload: Workload): string | undefined {
    const request = this.read(workload);
    return request === this.over.get(key) ? undefined : request;
  }

  /** Closes the request of a workload in a stable phase. */
  note(key: string, workload: Workload): void {
    const request = this.read(workload);
    if (request !== undefined && isAtRest(workload)) this.over.set(key, request);
  }

  /** Forgets a deleted workload. */
  forget(key: string): void {
    this.over.delete(key);
  }
}

function isAtRest(workload: Workload): boolean {
  const { metadata, status } = workload;
  return AT_REST.includes(phaseOf(workload)) && status?.observedGeneration === metadata.generation;
}
