import { annotations, phaseOf } from '@gpulease/crds';
import type { Workload, WorkloadPhase } from '@gpulease/crds';
import type { SpanOptions } from '@gpulease/kube/tracing';

const AT_REST: readonly WorkloadPhase[] = ['Running', 'Stopped', 'Failed'];

/**
 * Which trace a reconciliation belongs to: that of what the portal asked for, until the workload comes to rest. What happens
 * to it later, such as the end of its term after a month, has a trace of its own that refers to the other.
 */
export class Traces {
  /** The traceparent under which each came to rest. */
  private readonly over = new Map<string, string>();

  /** Its span is made only if something is written. */
  spanOf(key: string, workload: Workload | undefined): SpanOptions {
    const asked = workload?.metadata.annotations?.[annotations.traceparent];
    const attributes = { 'gpulease.workload_uid': workload?.metadata.uid };
    const options: SpanOptions = { onlyWithOthers: true, attributes };
    if (workload === undefined || asked === undefined) return options;
    if (isAtRest(workload)) this.over.set(key, asked);
    return this.over.get(key) === asked ? { ...options, link: asked } : { ...options, parent: asked };
  }

  forget(key: string): void {
    this.over.delete(key);
  }
}

function isAtRest(workload: Workload): boolean {
  const { metadata, status } = workload;
  return AT_REST.includes(phaseOf(workload)) && status?.observedGeneration === metadata.generation;
}
