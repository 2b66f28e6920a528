import { annotations, OpenRequests, requestIdOf, type Workload } from '@gpulease/crds';
import type { SpanOptions } from '@gpulease/kube/tracing';

const traceparentOf = ({ metadata }: Workload) => metadata.annotations?.[annotations.traceparent];

/**
 * Which trace and which request a reconciliation belongs to: those of what the portal asked for, until the workload comes to
 * rest. What happens to it later has a trace of its own that refers to the other, and no request.
 */
export class Traces {
  private readonly traceparents = new OpenRequests(traceparentOf);
  private readonly requests = new OpenRequests(requestIdOf);

  /** Its span is made only if something is written. */
  spanOf(key: string, workload: Workload | undefined): SpanOptions {
    const attributes = { 'gpulease.workload_uid': workload?.metadata.uid };
    const options: SpanOptions = { onlyWithOthers: true, attributes };
    if (workload === undefined) return options;
    this.traceparents.note(key, workload);
    const parent = this.traceparents.of(key, workload);
    return parent === undefined ? { ...options, link: traceparentOf(workload) } : { ...options, parent };
  }

  /** The request id for the log. */
  requestOf(key: string, workload: Workload | undefined): string | undefined {
    if (workload === undefined) return undefined;
    this.requests.note(key, workload);
    return this.requests.of(key, workload);
  }

  forget(key: string): void {
    this.traceparents.forget(key);
    this.requests.forget(key);
  }
}
