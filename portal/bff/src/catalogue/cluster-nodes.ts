/** The cluster's own Nodes, which operators register as ComputeNodes. */
import type { ClusterNode } from '@gpulease/contract/catalogue';
import type { clusterNodeOperations } from '@gpulease/contract/operations/catalogue';
import type { Query } from '@gpulease/contract/routes';
import type { ComputeNode, GPU } from '@gpulease/crds';
import { isConditionTrue, nodes, parseQuantity, type Cluster, type Node } from '@gpulease/kube';
import { ProductError } from '../http/product-error.ts';
import type { Handlers } from '../http/handler.ts';
import type { Catalogue } from './catalogue.ts';
import { devicesOf } from './devices.ts';
import { matches, meets, pageOf } from '../lists/page-in-memory.ts';

const MIB = 2 ** 20;

/** Handlers that list Nodes and devices. Nodes are rarely needed, so each call reads them from the cluster. */
export function clusterNodeHandlers(
  cluster: Cluster,
  catalogue: Catalogue,
  /** Returns a customer's username. */
  usernameOf: (userId: string) => string,
): Handlers<typeof clusterNodeOperations> {
  const client = cluster.resource(nodes);
  return {
    listNodeDevices({ params, query }) {
      const node = catalogue.nodes.store.get({ name: params.name });
      if (node === undefined) throw new ProductError('RESOURCE_NOT_FOUND');
      const devices = devicesOf(node, usernameOf);
      return Promise.resolve(pageOf(devices, query, { defaultSort: 'name' }));
    },
    async listClusterNodes({ query }) {
      const { items } = await client.list();
      const gpus = catalogue.gpus.store.list();
      const registered = registrations(catalogue.nodes.store.list());
      const shown = items.map((node) => toClusterNode(node, gpus, registered));
      const wanted = shown.filter((node) => isWanted(node, query));
      return pageOf(wanted, query, { defaultSort: 'name' });
    },
  };
}

/** Returns the names of ComputeNodes by Node. */
function registrations(all: readonly ComputeNode[]): ReadonlyMap<string, string> {
  return new Map(all.map(({ metadata, spec }) => [spec.nodeName ?? metadata.name, metadata.name]));
}

function isWanted({ name, registeredAs }: ClusterNode, query: Query<'listClusterNodes'>): boolean {
  return meets(query.registered, registeredAs === null ? 'false' : 'true') && matches(query.search, name);
}

/** Extended resources that are not GPUs: those of KubeVirt, Kubernetes and networks. */
const NO_GPUS =
  /^(devices\.kubevirt\.io|rdma|([^/]+\.)?kubernetes\.io)\/|sriov|\/(hca|roce|bridge|tun|macvlan)/i;

const CONTROL_PLANE = ['node-role.kubernetes.io/control-plane', 'node-role.kubernetes.io/master'];

/** Returns a Node as operators see it. Pure. */
export function toClusterNode(
  { metadata, spec = {}, status = {} }: Node,
  gpus: readonly GPU[],
  registered: ReadonlyMap<string, string>,
): ClusterNode {
  const { allocatable = {}, conditions = [] } = status;
  const amount = (resource: string) => parseQuantity(allocatable[resource] ?? '0');
  return {
    name: metadata.name,
    registeredAs: registered.get(metadata.name) ?? null,
    ready: isConditionTrue(conditions, 'Ready'),
    allocatable: { cpu: Math.floor(amount('cpu')), memory: Math.floor(amount('memory') / MIB) },
    gpus: gpus
      .map(({ metadata: { name }, spec }) => ({ gpu: name, count: Math.floor(amount(spec.deviceName)) }))
      .filter(({ count }) => count > 0),
    devices: unknownDevices(allocatable, gpus),
    controlPlane: spec.taints?.some(({ key }) => CONTROL_PLANE.includes(key)) ?? false,
  };
}

/** Returns extended resources, whose names have a domain, that may be GPUs but are not in the catalogue. */
function unknownDevices(allocatable: Record<string, string>, gpus: readonly GPU[]): ClusterNode['devices'] {
  const known = new Set(gpus.map(({ spec }) => spec.deviceName));
  return Object.entries(allocatable)
    .filter(([name]) => name.includes('/') && !known.has(name) && !NO_GPUS.test(name))
    .map(([deviceName, quantity]) => ({ deviceName, count: Math.floor(parseQuantity(quantity)) }))
    .filter(({ count }) => count > 0);
}
