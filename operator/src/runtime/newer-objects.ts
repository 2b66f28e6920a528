import { catalogueReasons, unknownValueOf } from '@gpulease/crds';
import type { ApiObject, EventRecorder } from '@gpulease/kube';
import type { Logger } from './logger.ts';

export type Schema = Parameters<typeof unknownValueOf>[0];

/**
 * Detects objects with values that only a newer operator knows, as they occur during a rollout or rollback. Any change to
 * such an object may be wrong, so it is left as it is, including the status that the newer operator has written.
 */
export class NewerObjects {
  private readonly schema: Schema;
  private readonly recorder: EventRecorder;
  /** The unknown field of each object as read from the API server; null if there is none. */
  private readonly known = new WeakMap<ApiObject, string | null>();

  constructor(schema: Schema, recorder: EventRecorder) {
    this.schema = schema;
    this.recorder = recorder;
  }

  /** Whether to leave the object as it is. Reports that once. */
  has(object: ApiObject, logger: Logger): boolean {
    const before = this.known.get(object);
    if (before !== undefined) return before !== null;
    const unknown = unknownValueOf(this.schema, object);
    this.known.set(object, unknown ?? null);
    if (unknown === undefined) return false;
    const note = `This version of the operator does not know ${unknown}, and leaves the object as it is. Upgrade the operator.`;
    logger.warn({ unknown }, 'Skipped an object from a newer version');
    const reason = catalogueReasons.newerVersion;
    void this.recorder.record(object, { type: 'Warning', reason, action: 'LeftAlone', note });
    return true;
  }
}
