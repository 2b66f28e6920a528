import { annotations } from '@gpulease/crds';
import { traceparent } from '@gpulease/kube/tracing';
import { requestId } from '../http/request-id.ts';

/** Returns annotations by which the operator and billing know the request and trace of a write to a Workload. */
export function requestAnnotations(): { annotations?: Record<string, string> } {
  const known = { [annotations.requestId]: requestId(), [annotations.traceparent]: traceparent() };
  const given = Object.entries(known).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.length === 0 ? {} : { annotations: Object.fromEntries(given) };
}
