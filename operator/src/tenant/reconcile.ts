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

/** Kubernetes learns of our kinds up to 30 seconds after they are installed; meanwhile we ask it now and then. */
const QUOTA_RETRY_MS = 5000;

/** Makes what a tenant lives in: a namespace with a quota and a closed network. */
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
    // Nothing can be made in a namespace that is on its way out; its end brings us back here.
    if (namespace === undefined || isDeleting(namespace)) return undefined;
    for (const policy of [buildDefaultPolicy(tenant, this.clusterNetwork()), buildDiskPolicy(tenant)])
      await this.policies.ensure(this.caches.networkPolicies.get(policy.metadata), policy);
    return this.limit(tenant);
  }

  /** As the cluster is now. */
  clusterNetwork(): ClusterNetwork {
    const { nodes, dnsServices } = this.caches;
    return clusterNetwork(this.network, nodes.store.list(), dnsServices.store.list().filter(isDnsService));
  }

  /**
   * The tenant's namespace; undefined where one of that name was made for something else. That one is left alone: a
   * namespace that is ours is opened to machines, and deleted with its tenant.
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
      // A limit that was given up has to go, and none at all is not kept by the API server.
      if (!isDeepStrictEqual(present?.spec?.hard ?? {}, wanted.spec?.hard))
        await this.quotas.ensure(undefined, wanted);
      return undefined;
    }
    // A quota that was made too early is counted only when it changes.
    if (present !== undefined) await this.quotas.ensure(undefined, withoutLimits(wanted));
    const made = await this.quotas.ensure(undefined, wanted);
    return isCounted(tenant, made) ? undefined : { afterMs: QUOTA_RETRY_MS };
  }
}
