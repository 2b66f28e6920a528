import {
  computeNodes,
  gpus,
  labels,
  pricingPolicies,
  regions,
  skus,
  tenantNamespace,
  tenants,
  vmImages,
  waitsForMaintenance,
  workloads,
} from '@gpulease/crds';
import type { ResourceDefinition, Workload } from '@gpulease/crds';
import {
  ingressClasses,
  ingresses,
  namespaces,
  networkPolicies,
  nodes,
  objectKey,
  persistentVolumeClaims,
  pods,
  resourceQuotas,
  services,
  startInformer,
  storageClasses,
} from '@gpulease/kube';
import type {
  ApiObject,
  Cluster,
  Identified,
  Informer,
  InformerOptions,
  Ingress,
  Keep,
  Logger,
  NetworkPolicy,
  Service,
} from '@gpulease/kube';
import {
  cdiConfigs,
  dataSources,
  dataVolumes,
  kubeVirts,
  virtualMachineInstances,
  virtualMachines,
} from '@gpulease/kube/kubevirt';
import { coreNodeName } from './core-node/core-node.ts';
import { keepOtherPod, otherPodsSelection } from './core-node/other-pods.ts';
import { hostsOf } from './kubevirt/ingress.ts';
import { Latest } from './runtime/latest.ts';
import { whole } from './kept/keep.ts';
import {
  keepClaim,
  keepDisk,
  keepInstance,
  keepMachinePod,
  keepNode,
  keepVirtualMachine,
} from './kept/kept.ts';

export type Caches = ReturnType<typeof startCaches>;

/** Starts the watches whose caches the controllers read instead of the API server. */
export function startCaches(cluster: Cluster, logger: Logger) {
  // A list, not a map: a kind may be watched more than once, as pods are.
  const started: Started[] = [];
  const watch: Watch = <T extends ApiObject>(
    definition: ResourceDefinition<T>,
    options: WatchOptions<T> = {},
  ) => {
    const informer = startInformer(cluster, definition, { logger, ...options });
    started.push({ definition, informer });
    return informer;
  };
  return {
    ...watchCatalogue(watch),
    ...watchMachines(watch),
    synced: () => Promise.all(started.map(({ informer }) => informer.synced)),
    /** Why the caches cannot be relied on, as text; undefined while all are in sync. */
    failure: () => failureOf(started),
    /** Software that must be installed before a machine can start. */
    missingSoftware: keptMissing(started),
    /** Calls `handler` when a missing kind is installed or an existing one is removed. */
    onSoftwareChange: (handler: () => void) => {
      for (const { informer } of started) informer.onServedChange(handler);
    },
    stop: () => Promise.all(started.map(({ informer }) => informer.stop())),
  };
}

/** A watch that stays disconnected for this long has failed. */
const STALE_MS = 60_000;

interface Started {
  definition: ResourceDefinition<unknown>;
  informer: Informer<unknown>;
}

function failureOf(started: readonly Started[]): string | undefined {
  const named = (filter: (informer: Informer<unknown>) => boolean) =>
    started.filter(({ informer }) => filter(informer)).map(({ definition }) => definition.plural);
  const unsynced = named(({ hasSynced }) => !hasSynced);
  if (unsynced.length > 0) return `not listed yet: ${unsynced.join(', ')}`;
  const stale = named(({ disconnectedMs }) => disconnectedMs > STALE_MS);
  return stale.length > 0 ? `not watched for more than a minute: ${stale.join(', ')}` : undefined;
}

/** Software that the operator requires but does not install. */
export type Software = 'KubeVirt' | 'CDI';
const softwareByGroup: Partial<Record<string, Software>> = {
  'kubevirt.io': 'KubeVirt',
  'cdi.kubevirt.io': 'CDI',
};

function missingSoftware(started: readonly Started[]): Software[] {
  const missing = started.filter(({ informer }) => !informer.isServed);
  return [...new Set(missing.flatMap(({ definition }) => softwareByGroup[definition.group] ?? []))].sort();
}

/** Cached until a kind is installed or removed, because every reconcile of a workload reads it. */
function keptMissing(started: readonly Started[]): () => readonly Software[] {
  let missing: readonly Software[] | undefined;
  const forget = (): void => {
    missing = undefined;
  };
  for (const { informer } of started) informer.onServedChange(forget);
  return () => (missing ??= missingSoftware(started));
}

type WatchOptions<T> = Pick<
  InformerOptions<T>,
  'mayBeMissing' | 'labelSelector' | 'fieldSelector' | 'indexers'
>;
interface Watch {
  <T extends ApiObject, Kept extends Identified>(
    definition: ResourceDefinition<T>,
    options: WatchOptions<Kept> & { keep: Keep<T, Kept> },
  ): Informer<Kept>;
  <T extends ApiObject>(definition: ResourceDefinition<T>, options?: WatchOptions<T>): Informer<T>;
}

function watchCatalogue(watch: Watch) {
  const kubeVirtInformer = watch(kubeVirts, { mayBeMissing: true });
  const cdiConfigInformer = watch(cdiConfigs, { mayBeMissing: true });
  return {
    regions: watch(regions),
    computeNodes: watch(computeNodes, {
      indexers: {
        region: ({ spec }) => [spec.region],
        gpuModel: ({ spec }) => (spec.resources.gpus === undefined ? [] : [spec.resources.gpus.model]),
        node: (computeNode) => [coreNodeName(computeNode)],
        sku: ({ spec }) => spec.skus,
      },
    }),
    gpus: watch(gpus, { indexers: { device: ({ spec }) => [spec.deviceName] } }),
    skus: watch(skus, {
      indexers: {
        policy: ({ spec }) => spec.pricing,
        gpuModel: ({ spec }) => (spec.gpu === undefined ? [] : [spec.gpu.model]),
      },
    }),
    images: watch(vmImages, {
      indexers: {
        dataSource: ({ spec: { source } }) =>
          source.dataSource === undefined ? [] : [objectKey(source.dataSource)],
      },
    }),
    policies: watch(pricingPolicies),
    tenants: watch(tenants, {
      indexers: {
        namespace: ({ metadata }) => [tenantNamespace(metadata.name)],
        username: ({ spec }) => [spec.username],
      },
    }),
    nodes: watch(nodes, {
      keep: keepNode,
      indexers: {
        computeNode: ({ metadata }) => {
          const marked = metadata.labels?.[labels.computeNode];
          return marked === undefined ? [] : [marked];
        },
      },
    }),
    otherPods: watch(pods, {
      ...otherPodsSelection,
      keep: keepOtherPod,
      indexers: { node: ({ nodeName }) => [nodeName] },
    }),
    namespaces: watch(namespaces),
    resourceQuotas: watch(resourceQuotas, { labelSelector: labels.tenant }),
    kubeVirts: kubeVirtInformer,
    /** The KubeVirt configuration; a cluster has at most one. */
    kubeVirt: () => kubeVirtInformer.store.list()[0],
    /** The CDI configuration; a cluster has at most one. */
    cdiConfig: () => cdiConfigInformer.store.list()[0],
    dataSources: watch(dataSources, { mayBeMissing: true, indexers: { image: imageLabel } }),
    storageClasses: watch(storageClasses),
    ingressClasses: watch(ingressClasses),
  };
}

const workloadIndexers = {
  namespace: ({ metadata }: Workload) => [metadata.namespace ?? ''],
  region: ({ spec }: Workload) => [spec.region],
  sku: ({ spec }: Workload) => [spec.sku],
  image: ({ spec }: Workload) => [spec.image],
  policy: ({ spec }: Workload) => [spec.pricing.policy],
  node: ({ status }: Workload) => (status?.placed === undefined ? [] : [status.placed.node]),
  haltNode: haltNodesOf,
  host: ({ spec }: Workload) => (spec.http === undefined ? [] : [spec.http.host]),
};

/** The ComputeNode whose maintenance must end before the machine restarts automatically, if it waits for that. */
export function haltNodesOf(workload: Pick<Workload, 'status'>): string[] {
  const node = workload.status?.halt?.node;
  return node !== undefined && waitsForMaintenance(workload) ? [node] : [];
}
export type WorkloadIndex = keyof typeof workloadIndexers;

function watchMachines(watch: Watch) {
  const ofTenant = { labelSelector: labels.tenant };
  const ofWorkload = { labelSelector: labels.workload };
  const workloadInformer = watch(workloads, { indexers: workloadIndexers });
  const ingressInformer = watch(ingresses, { indexers: { host: hostsOf } });
  return {
    workloads: new Latest(workloadInformer, whole<Workload>),
    /** Returns the workloads that the named index lists under `value`. */
    workloadsBy: (index: WorkloadIndex, value: string): Workload[] =>
      workloadInformer.store.byIndex(index, value),
    virtualMachines: new Latest(
      watch(virtualMachines, { mayBeMissing: true, keep: keepVirtualMachine, ...ofWorkload }),
      keepVirtualMachine,
    ),
    machines: watch(virtualMachineInstances, { mayBeMissing: true, keep: keepInstance, ...ofWorkload }),
    pods: watch(pods, {
      labelSelector: `kubevirt.io=virt-launcher,${labels.workload}`,
      keep: keepMachinePod,
      indexers: {
        workload: (pod) => [workloadKeyOf(pod) ?? ''],
        node: ({ spec }) => [spec?.nodeName ?? ''],
      },
    }),
    checkMachines: watch(virtualMachineInstances, {
      mayBeMissing: true,
      keep: keepInstance,
      labelSelector: labels.check,
      indexers: { computeNode: ({ metadata }) => [metadata.labels?.[labels.check] ?? ''] },
    }),
    checkPods: watch(pods, {
      labelSelector: `kubevirt.io=virt-launcher,${labels.check}`,
      keep: keepMachinePod,
    }),
    dataVolumes: watch(dataVolumes, {
      mayBeMissing: true,
      keep: keepDisk,
      indexers: { image: imageLabel },
    }),
    claims: new Latest(watch(persistentVolumeClaims, { keep: keepClaim, ...ofWorkload }), keepClaim),
    services: new Latest(watch(services, ofTenant), whole<Service>),
    networkPolicies: new Latest(watch(networkPolicies, ofTenant), whole<NetworkPolicy>),
    /** Services through which pods reach the cluster's DNS. */
    dnsServices: watch(services, { labelSelector: 'k8s-app=kube-dns' }),
    /** All Ingresses of the cluster, because a host that is already in use is refused. */
    ingresses: new Latest(ingressInformer, whole<Ingress>),
    ingressesByHost: (host: string): Ingress[] => ingressInformer.store.byIndex('host', host),
  };
}

export interface Labelled {
  metadata: { namespace?: string | undefined; labels?: Record<string, string> | undefined };
}

/** The image that an object was created for, if any. */
function imageLabel({ metadata }: Labelled): string[] {
  const image = metadata.labels?.[labels.image];
  return image === undefined ? [] : [image];
}

/** The key of the workload that an object was created for, if any. */
export function workloadKeyOf(object: Labelled | undefined): string | undefined {
  const name = object?.metadata.labels?.[labels.workload];
  return name === undefined ? undefined : `${object?.metadata.namespace ?? ''}/${name}`;
}
