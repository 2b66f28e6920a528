import { annotations } from '@gpulease/crds';
import { traceparent } from '@gpulease/kube/tracing';

/** Metadata by which the operator goes on with the trace of a write to a Workload; nothing where it is not traced. */
export function traceAnnotation(): { annotations?: Record<string, string> } {
  const current = traceparent();
  return current === undefined ? {} : { annotations: { [annotations.traceparent]: current } };
}
