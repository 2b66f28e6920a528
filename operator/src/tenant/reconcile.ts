import { isDeepStrictEqual } from 'node:util';
import { fieldManagers, type Tenant } from '@gpulease/crds';
import { isControlledBy, isDeleting, namespaces, networkPolicies, resourceQuotas } from '@gpulease/kube';
import type { Cluster, Namespace, NetworkPolicy, ResourceQuota } from '@gpulease/kube';
import type { Caches } from '../caches.ts';
import { ChildKind, unremembered } from '../kubevirt/child-kind.ts';
import type { Operator } from '../operator.ts';
import type { Requeue } from '../runtime/controller.ts';
import { clusterNetwork, isDnsService } from '../cluster-network/cluster-network.ts';
import type { ClusterNetwork, NetworkSettings } from '../cluster-network/cluster-network.ts';
import { buildDefaultPolicy, buildDiskPolicy, buildNamespace, buildQuota, withoutLimits } from './objects.ts';
import { isCounted } from './status.ts';

/** Retry interval while Kubernetes does not count our kinds yet, up to 30 seconds after they are installed. */
const QUOTA_RETRY_MS = 5000;

/** Creates a tenant's namespace with a quota and a closed network. */
export class TenantMaker {
  private readonly caches: Caches;
  private readonly cluster: Cluster;
  private readonly network: NetworkSettings;
  private readonly namespaces: ChildKind<Namespace>;
  private readonly quotas: ChildKind<ResourceQuota>;
  private readonly policies: ChildKind<NetworkPolicy>;

  constructor({ cluster, caches, network }: Pick<Operator, 'cluster' | 'caches' | 'network'>) {
    this.caches = caches;
    this.network = network;
    this.cluster = cluster;
    this.namespaces = unremembered(cluster, namespaces);
    this.quotas = unremembered(cluster, resourceQuotas);
    this.policies = new ChildKind(cluster, networkPolicies, caches.networkPolicies);
  }

  async make(tenant: Tenant): Promise<Requeue | undefined> {
    if (isDeleting(tenant)) return undefined;
    const namespace = await this.ensureNamespace(tenant);
    // Nothing can be created in a namespace that is being deleted; its end triggers another reconcile.
    if (namespace === undefined || isDeleting(namespace)) return undefined;
    for (const policy of [buildDefaultPolicy(tenant, this.clusterNetwork()), buildDiskPolicy(tenant)])
      await this.policies.ensure(this.caches.networkPolicies.get(policy.metadata), policy);
    return this.limit(tenant);
  }

  /** Returns the current network of the cluster. */
  clusterNetwork(): ClusterNetwork {
    const { nodes, dnsServices } = this.caches;
    return clusterNetwork(this.network, nodes.store.list(), dnsServices.store.list().filter(isDnsService));
  }

  /**
   * Returns the tenant's namespace; undefined if one of that name was created for something else. That one is not
   * touched: a tenant's namespace is opened to machines and deleted with its tenant.
   */
  private async ensureNamespace(tenant: Tenant): Promise<Namespace | undefined> {
    const wanted = buildNamespace(tenant);
    const present = this.caches.namespaces.store.get(wanted.metadata);
    if (present === undefined)
      return this.cluster.resource(namespaces).create(wanted, { fieldManager: fieldManagers.operator });
    return isControlledBy(present, tenant) ? this.namespaces.ensure(present, wanted) : undefined;
  }

  private async limit(tenant: Tenant): Promise<Requeue | undefined> {
    const wanted = buildQuota(tenant);
    const present = this.caches.resourceQuotas.store.get(wanted.metadata);
    if (isCounted(tenant, present)) {
      // Removes limits that are no longer set. The API server does not store an empty `hard`.
      if (!isDeepStrictEqual(present?.spec?.hard ?? {}, wanted.spec?.hard))
        await this.quotas.ensure(undefined, wanted);
      return undefined;
    }
    // Kubernetes counts a quota that was created too early only when it changes.
    if (present !== undefined) await this.quotas.ensure(undefined, withoutLimits(wanted));
    const made = await this.quotas.ensure(undefined, wanted);
    return isCounted(tenant, made) ? undefined : { afterMs: QUOTA_RETRY_MS };
  }
}
