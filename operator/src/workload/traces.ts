import { annotations, OpenRequests, requestIdOf, type Workload } from '@gpulease/crds';
import type { SpanOptions } from '@gpulease/kube/tracing';

const traceparentOf = ({ metadata }: Workload) => metadata.annotations?.[annotations.traceparent];

/**
 * Assigns reconciliations to traces and requests: to those of the portal's change until the workload settles. Later
 * reconciliations have their own traces, which link to that one, and no request.
 */
export class Traces {
  private readonly traceparents = new OpenRequests(traceparentOf);
  private readonly requests = new OpenRequests(requestIdOf);

  /** Returns options for a span that is recorded only if something is written. */
  spanOf(key: string, workload: Workload | undefined): SpanOptions {
    const attributes = { 'gpulease.workload_uid': workload?.metadata.uid };
    const options: SpanOptions = { onlyWithOthers: true, attributes };
    if (workload === undefined) return options;
    this.traceparents.note(key, workload);
    const parent = this.traceparents.of(key, workload);
    return parent === undefined ? { ...options, link: traceparentOf(workload) } : { ...options, parent };
  }

  /** Returns the request id for the log. */
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
