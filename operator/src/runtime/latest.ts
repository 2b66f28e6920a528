import type { Identified, Informer, Keep, ApiObject, ObjectRef } from '@gpulease/kube';
import { isOlderVersion, objectKey } from '@gpulease/kube';

/**
 * An informer's objects, overlaid with the operator's own writes that the informer has not seen yet, so that a decision
 * never rests on a state older than the last write.
 */
export class Latest<T extends ApiObject, Kept extends Identified = T> {
  readonly informer: Informer<Kept>;
  private readonly keep: Keep<T, Kept>;
  private readonly written = new Map<string, Kept>();

  /** `keep` reduces a written object to what the informer keeps. */
  constructor(informer: Informer<Kept>, keep: Keep<T, Kept>) {
    this.informer = informer;
    this.keep = keep;
    informer.onChange((key, _, seen) => {
      const written = this.written.get(key);
      if (written !== undefined && (seen === undefined || !isNewer(written, seen))) this.written.delete(key);
    });
  }

  get(ref: ObjectRef): Kept | undefined {
    return this.written.get(objectKey(ref)) ?? this.informer.store.get(ref);
  }

  /**
   * Drops an object that the API server reports as gone. The informer may never have seen it, if it was created and
   * deleted while the informer was disconnected.
   */
  forget(ref: ObjectRef): void {
    this.written.delete(objectKey(ref));
  }

  /**
   * Stores the API server's answer to a write, unless the informer is newer. If the informer lacks the object but has passed
   * the version of the write, the object was deleted before the answer arrived.
   */
  remember(object: T): Kept {
    const { resourceVersion } = object.metadata;
    const kept = this.keep(object);
    const seen = this.informer.store.get(object.metadata);
    const isNews =
      seen === undefined
        ? isOlderVersion(this.informer.resourceVersion, resourceVersion)
        : isNewer(kept, seen);
    if (isNews) this.written.set(objectKey(object.metadata), kept);
    return kept;
  }
}

function isNewer(a: Identified, b: Identified): boolean {
  return isOlderVersion(b.metadata.resourceVersion, a.metadata.resourceVersion);
}
