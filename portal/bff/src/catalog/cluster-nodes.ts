/** The cluster's own Nodes, of which operators make ComputeNodes. */
import type { ClusterNode } from '@gpulease/contract/catalog';
import type { Query } from '@gpulease/contract/routes';
import type { ComputeNode, GPU } from '@gpulease/crds';
import { nodes, parseQuantity, type Cluster, type Node } from '@gpulease/kube';
import type { Handlers } from '../http/handler.ts';
import type { Catalog } from './catalog.ts';
import { matches, meets, pageOf } from './page.ts';

const MIB = 2 ** 20;

/** Asked for only where a node is registered or looked at, so the cluster is asked each time. */
export function clusterNodeHandlers(cluster: Cluster, catalog: Catalog): Handlers<'listClusterNodes'> {
  const client = cluster.resource(nodes);
  return {
    async listClusterNodes({ query }) {
      const { items } = await client.list();
      const gpus = catalog.gpus.store.list();
      const registered = registrations(catalog.nodes.store.list());
      const shown = items.map((node) => toClusterNode(node, gpus, registered));
      return pageOf(
        shown.filter((node) => isWanted(node, query)),
        query,
        { defaultSort: 'name' },
      );
    },
  };
}

/** The ComputeNodes by the Node that they stand for. */
function registrations(all: readonly ComputeNode[]): ReadonlyMap<string, string> {
  return new Map(all.map(({ metadata, spec }) => [spec.nodeName ?? metadata.name, metadata.name]));
}

function isWanted({ name, registeredAs }: ClusterNode, query: Query<'listClusterNodes'>): boolean {
  return meets(query.registered, registeredAs === null ? 'false' : 'true') && matches(query.search, name);
}

/** A Node as operators see it. Pure. */
export function toClusterNode(
  { metadata, status = {} }: Node,
  gpus: readonly GPU[],
  registered: ReadonlyMap<string, string>,
): ClusterNode {
  const { allocatable = {}, conditions = [] } = status;
  const amount = (resource: string) => parseQuantity(allocatable[resource] ?? '0');
  return {
    name: metadata.name,
    registeredAs: registered.get(metadata.name) ?? null,
    ready: conditions.some(({ type, status }) => type === 'Ready' && status === 'True'),
    allocatable: {
      cpu: Math.floor(amount('cpu')),
      memory: Math.floor(amount('memory') / MIB),
    },
    gpus: gpus
      .map(({ metadata: { name }, spec }) => ({ gpu: name, count: Math.floor(amount(spec.deviceName)) }))
      .filter(({ count }) => count > 0),
  };
}
