import { fieldManagers, type ResourceDefinition } from '@gpulease/crds';
import { isConflict, isNotFound, tolerate } from '@gpulease/kube';
import type { ApiObject, Application, Cluster, Identified, ObjectRef, ResourceClient } from '@gpulease/kube';
import { whole } from '../kept/keep.ts';
import type { Latest } from '../runtime/latest.ts';
import { isSubset } from './is-subset.ts';

type Written<T extends ApiObject, Kept extends Identified> = Pick<Latest<T, Kept>, 'remember' | 'forget'>;

/** Returns a writer for a kind whose stale reads are harmless. */
export function unremembered<T extends ApiObject>(
  cluster: Cluster,
  definition: ResourceDefinition<T>,
): ChildKind<T> {
  return new ChildKind<T>(cluster, definition, { remember: whole, forget: () => undefined });
}

/** An object as the caches store it. */
type Child = Identified & { metadata: { deletionTimestamp?: string | undefined } };

/** Writes objects of one kind, and only when they differ from the wanted state. */
export class ChildKind<T extends ApiObject, Kept extends Child = T> {
  private readonly client: ResourceClient<T>;
  private readonly latest: Written<T, Kept>;

  constructor(cluster: Cluster, definition: ResourceDefinition<T>, latest: Written<T, Kept>) {
    this.client = cluster.resource(definition);
    this.latest = latest;
  }

  /** Applies the wanted object and returns the result. Returns `actual` if it already matches or is being deleted. */
  async ensure(actual: Kept | undefined, wanted: T): Promise<Kept> {
    if (actual !== undefined && (actual.metadata.deletionTimestamp !== undefined || isSubset(wanted, actual)))
      return actual;
    const application = wanted as unknown as Application<T>;
    return this.latest.remember(
      await this.client.apply(application, { fieldManager: fieldManagers.operator, force: true }),
    );
  }

  patch(actual: Child, change: object): Promise<Kept> {
    return this.merge(actual, change);
  }

  patchStatus(actual: Child, status: object): Promise<Kept> {
    return this.merge(actual, { status }, 'status');
  }

  /** Deletes an object that we have no permission to read, if it exists. */
  removeUnseen(ref: ObjectRef): Promise<void> {
    return tolerate(this.client.delete(ref), isNotFound);
  }

  /** Deletes this exact object, not a newer one of the same name. */
  async remove(actual: Child | undefined): Promise<void> {
    if (actual === undefined || actual.metadata.deletionTimestamp !== undefined) return;
    try {
      await this.client.delete(actual.metadata, {
        uid: actual.metadata.uid,
        propagationPolicy: 'Background',
      });
    } catch (error) {
      if (isNotFound(error)) this.latest.forget(actual.metadata);
      else if (!isConflict(error)) throw error;
    }
  }

  private async merge(actual: Child, change: object, subresource?: string): Promise<Kept> {
    try {
      const options = { fieldManager: fieldManagers.operator, subresource };
      return this.latest.remember(await this.client.mergePatch(actual.metadata, change, options));
    } catch (error) {
      if (isNotFound(error)) this.latest.forget(actual.metadata);
      throw error;
    }
  }
}
