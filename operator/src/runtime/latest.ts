import type { Identified, Informer, Keep, ApiObject, ObjectRef } from '@gpulease/kube';
import { isOlderVersion, objectKey } from '@gpulease/kube';

/**
 * An informer's objects, and in their place what we wrote ourselves and the informer has not seen yet, so that a
 * decision never rests on the state before our own last write.
 */
export class Latest<T extends ApiObject, Kept extends Identified = T> {
  readonly informer: Informer<Kept>;
  private readonly keep: Keep<T, Kept>;
  private readonly written = new Map<string, Kept>();

  /** `keep`: what the informer keeps of an object, and of what was written is kept too. */
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
   * The API server says that the object is gone. The informer may never have seen it, if it was made and deleted while
   * the informer was cut off.
   */
  forget(ref: ObjectRef): void {
    this.written.delete(objectKey(ref));
  }

  /**
   * Notes what the API server answered to a write, unless the informer knows better. Of an object that it does not have it
   * does once it has come as far as the write: somebody deleted the object before its answer reached us.
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
