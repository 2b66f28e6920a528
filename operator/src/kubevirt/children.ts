import { fieldManagers } from '@gpulease/crds';
import type { ResourceDefinition } from '@gpulease/crds';
import {
  ingresses,
  isConflict,
  isNotFound,
  networkPolicies,
  persistentVolumeClaims,
  secrets,
  services,
} from '@gpulease/kube';
import type { ApiObject, Application, Cluster, Identified, ObjectRef, ResourceClient } from '@gpulease/kube';
import { dataVolumes, virtualMachines } from '@gpulease/kube/kubevirt';
import type { Caches } from '../caches/caches.ts';
import { whole } from '../caches/keep.ts';
import type { KeptInstance } from '../caches/kept.ts';
import type { Latest } from '../runtime/latest.ts';
import { USER_DATA_KEY } from './cloud-init.ts';
import { isSubset } from './is-subset.ts';
import { callSubresource } from './subresource.ts';

/** KubeVirt takes either for cloud-init's user data. */
const USER_DATA_KEYS = [USER_DATA_KEY, 'userData'];

export type Children = ReturnType<typeof createChildren>;

/** Writers of the kinds of object that are made for a workload. */
export function createChildren(cluster: Cluster, caches: Caches) {
  return {
    virtualMachines: new ChildKind(cluster, virtualMachines, caches.virtualMachines),
    services: new ChildKind(cluster, services, caches.services),
    networkPolicies: new ChildKind(cluster, networkPolicies, caches.networkPolicies),
    secrets: unremembered(cluster, secrets),
    ingresses: new ChildKind(cluster, ingresses, caches.ingresses),
    dataVolumes: unremembered(cluster, dataVolumes),
    claims: new ChildKind(cluster, persistentVolumeClaims, caches.claims),
    /**
     * Whether a Secret has cloud-init's user data. We may write Secrets of tenants and of nobody else, which a right to
     * read could not say; a change of nothing that is not carried out tells it.
     */
    hasUserData: async (ref: ObjectRef): Promise<boolean> => {
      try {
        const { data = {} } = await cluster.resource(secrets).mergePatch(ref, {}, { dryRun: true });
        return USER_DATA_KEYS.some((key) => data[key] !== undefined);
      } catch (error) {
        if (isNotFound(error)) return false;
        throw error;
      }
    },
    /** Ends a halted machine without waiting for its guest. */
    powerOff: ({ metadata: { namespace, name } }: Identified) =>
      callSubresource(cluster, {
        resource: 'virtualmachines',
        namespace,
        name,
        subresource: 'stop',
        body: { gracePeriod: 0 },
      }),
    /** Takes back that the instance is to leave the node that it is marked with. */
    cancelEvacuation: ({ metadata: { namespace, name }, status }: KeptInstance) =>
      callSubresource(cluster, {
        resource: 'virtualmachineinstances',
        namespace,
        name,
        subresource: 'evacuate/cancel',
        body: { evacuationNodeName: status?.evacuationNodeName },
      }),
  };
}

type Written<T extends ApiObject, Kept extends Identified> = Pick<Latest<T, Kept>, 'remember' | 'forget'>;

/** Writers of a kind of which it does no harm to read what was there before the last write. */
export function unremembered<T extends ApiObject>(
  cluster: Cluster,
  definition: ResourceDefinition<T>,
): ChildKind<T> {
  return new ChildKind<T>(cluster, definition, { remember: whole, forget: () => undefined });
}

/** An object as the caches keep it. */
type Child = Identified & { metadata: { deletionTimestamp?: string | undefined } };

/** Writes objects of one kind, and only when they are not yet as they should be. */
export class ChildKind<T extends ApiObject, Kept extends Child = T> {
  private readonly client: ResourceClient<T>;
  private readonly latest: Written<T, Kept>;

  constructor(cluster: Cluster, definition: ResourceDefinition<T>, latest: Written<T, Kept>) {
    this.client = cluster.resource(definition);
    this.latest = latest;
  }

  /** The object as it is after making `actual` what is wanted. One that is on its way out is waited for. */
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

  /** Deletes an object that we may not read, if it is there. */
  async removeUnseen(ref: ObjectRef): Promise<void> {
    try {
      await this.client.delete(ref);
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }

  /** Deletes this very object, not a namesake made meanwhile. */
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
