import {
  controllerOf,
  namespaces,
  nodes,
  objectKey,
  persistentVolumeClaims,
  pods,
  services,
  startInformer,
  storageClasses,
  type ApiObject,
  type Clock,
  type Cluster,
  type Informer,
  type Namespace,
  type Node,
  type Pod,
} from '@gpulease/kube';
import {
  cdiConfigs,
  dataSources,
  dataVolumes,
  kubeVirts,
  virtualMachineInstances,
  virtualMachines,
  type DataSource,
  type DataVolume,
  type VirtualMachine,
  type VirtualMachineInstance,
} from '@gpulease/kube/kubevirt';
import type { Logger } from 'pino';
import { claimLabel } from './disk/labels.ts';
import { csiDrivers, storageProfiles } from './disk/storage-profile.ts';
import { createdByLabel, launcherLabel } from './instance/pod.ts';
import type { Pace } from './pace.ts';

interface WorldBase {
  cluster: Cluster;
  clock: Clock;
  pace: Pace;
  logger: Logger;
}

/** State shared by all parts of the simulator: the cluster and informers of its objects. */
export type World = WorldBase & ReturnType<typeof watch>;

function watch({ cluster, logger }: WorldBase) {
  return {
    virtualMachines: startInformer(cluster, virtualMachines, { logger }),
    instances: startInformer(cluster, virtualMachineInstances, { logger }),
    /** Only the pods of machines; indexed by `instance`, the UID of their instance, and by `node`. */
    pods: startInformer(cluster, pods, {
      logger,
      labelSelector: selectorOf(launcherLabel),
      indexers: {
        instance: ({ metadata }) => [metadata.labels?.[createdByLabel] ?? ''],
        node: ({ spec }) => [spec?.nodeName ?? ''],
      },
    }),
    /** Indexed by `source`, the key of their DataSource, by `machine`, the key of their machine, and by `namespace`. */
    disks: startInformer(cluster, dataVolumes, {
      logger,
      indexers: {
        source: sourceOfDisk,
        machine: (disk) => [ownerKey(disk, 'VirtualMachine') ?? ''],
        namespace: ({ metadata }) => [metadata.namespace ?? ''],
      },
    }),
    /** Indexed by `disk`, the key of the disk they name. */
    dataSources: startInformer(cluster, dataSources, { logger, indexers: { disk: diskOfSource } }),
    /** Only the claims that CDI creates. */
    claims: startInformer(cluster, persistentVolumeClaims, { logger, labelSelector: selectorOf(claimLabel) }),
    storageClasses: startInformer(cluster, storageClasses, { logger }),
    csiDrivers: startInformer(cluster, csiDrivers, { logger }),
    storageProfiles: startInformer(cluster, storageProfiles, { logger }),
    cdiConfigs: startInformer(cluster, cdiConfigs, { logger }),
    kubeVirts: startInformer(cluster, kubeVirts, { logger }),
    namespaces: startInformer(cluster, namespaces, { logger }),
    nodes: startInformer(cluster, nodes, { logger }),
    services: startInformer(cluster, services, { logger }),
  };
}

/** Starts the informers and resolves when they have synced; `close` stops them and closes the connection to the cluster. */
export async function openWorld(base: WorldBase): Promise<{ world: World; close: () => Promise<void> }> {
  const watched = watch(base);
  const informers: Pick<Informer<never>, 'synced' | 'stop'>[] = Object.values(watched);
  await Promise.all(informers.map(({ synced }) => synced));
  const close = async (): Promise<void> => {
    await Promise.all(informers.map((informer) => informer.stop()));
    await base.cluster.close();
  };
  return { world: { ...base, ...watched }, close };
}

function selectorOf(labels: Record<string, string>): string {
  return Object.entries(labels)
    .map(([key, value]) => `${key}=${value}`)
    .join(',');
}

/** Returns the key of the DataSource that a disk is cloned from. */
function sourceOfDisk({ metadata, spec }: DataVolume): string[] {
  if (spec.sourceRef === undefined) return [];
  const { name, namespace = metadata.namespace } = spec.sourceRef;
  return [objectKey({ name, namespace })];
}

/** Returns the key of the disk that a DataSource names. */
function diskOfSource({ metadata, spec }: DataSource): string[] {
  const { name, namespace = metadata.namespace } = spec.source.pvc ?? {};
  return name === undefined ? [] : [objectKey({ name, namespace })];
}

/** Returns the key of the controlling owner if it is of `kind`. */
export function ownerKey(object: ApiObject, kind: string): string | undefined {
  const owner = controllerOf(object);
  if (owner?.kind !== kind) return undefined;
  return objectKey({ name: owner.name, namespace: object.metadata.namespace });
}

/** Returns the machine of an instance, which has the same name. */
export function machineOf(world: World, { metadata }: VirtualMachineInstance): VirtualMachine | undefined {
  return world.virtualMachines.store.get(metadata);
}

/** Returns the pod of an instance. */
export function podOf(world: World, { metadata }: VirtualMachineInstance): Pod | undefined {
  return world.pods.store.byIndex('instance', metadata.uid ?? '')[0];
}

/** Returns the node of an instance or, before its status names one, the node of its pod. */
export function nodeOf(world: World, instance: VirtualMachineInstance): Node | undefined {
  const name = instance.status?.nodeName ?? podOf(world, instance)?.spec?.nodeName;
  return name === undefined ? undefined : world.nodes.store.get({ name });
}

export function namespaceOf(world: World, { metadata }: ApiObject): Namespace | undefined {
  return world.namespaces.store.get({ name: metadata.namespace ?? '' });
}
