import type { ComputeNode, GPU, PricingPolicy, Region, SKU, Tenant, VMImage, Workload } from '@gpulease/crds';
import { controllerOf, parseObjectKey } from '@gpulease/kube';
import type { Ingress, NetworkPolicy, ObjectRef, Service, StorageClass } from '@gpulease/kube';
import type { CDIConfig } from '@gpulease/kube/kubevirt';
import { exceededStorage } from '@gpulease/placement/storage-quota';
import type { Caches, Software } from '../caches/caches.ts';
import type { Cause } from './causes/cause.ts';
import { exceededPortQuota } from './network/port-quota.ts';
import { coreNodeName, inOrderOfPrecedence } from '../compute-node/core-node.ts';
import { emulatesProcessors, overheadRatioOf } from '../kubevirt/configuration.ts';
import { hostOf } from '../kubevirt/ingress.ts';
import { childName, rootDiskName, webServiceName } from '../kubevirt/names.ts';
import { isOff } from '../kubevirt/virtual-machine.ts';
import { diskNodeOf } from './machine/disk-node.ts';
import type { SyncFailure } from './machine/sync-failures.ts';
import { storageQuotaExceeded } from './causes/causes.ts';
import type {
  KeptVirtualMachine,
  KeptInstance,
  KeptDisk,
  KeptClaim,
  KeptMachinePod,
  KeptNode,
} from '../caches/kept.ts';

/** What one reconciliation of a workload looks at: the workload, what it refers to and what was made for it. */
export interface Scope {
  key: string;
  workload: Workload;
  now: Date;
  /** Name of everything made for the workload. */
  child: string;
  tenant: Tenant | undefined;
  region: Region | undefined;
  sku: SKU | undefined;
  /** The GPU model of its order, or else of the SKU. */
  gpu: GPU | undefined;
  image: VMImage | undefined;
  policy: PricingPolicy | undefined;
  /** The node it is placed on, as the catalogue and as Kubernetes know it. */
  computeNode: ComputeNode | undefined;
  node: KeptNode | undefined;
  /** The Secret with its user data is not there. */
  isUserDataGone?: boolean;
  /** Why it may not map its ports: its tenant has mapped too many. */
  portsRefused?: Cause | undefined;
  /** Why its root disk cannot be made, or grow: its tenant has too much disk space. */
  storageRefused?: Cause | undefined;
  /** Another workload, or an Ingress that is not ours, has the HTTP host. */
  isHostTaken: boolean;
  virtualMachine: KeptVirtualMachine | undefined;
  machine: KeptInstance | undefined;
  /** What keeps KubeVirt from starting the instance. */
  syncFailure?: SyncFailure | undefined;
  /** When the instance of the open run was last known to be there, if it is not there now. */
  lastSeenAt?: Date | undefined;
  pods: KeptMachinePod[];
  rootDisk: KeptDisk | undefined;
  /** The only ComputeNode on which its disk can be used, where disks lie on nodes. */
  diskNode?: string | undefined;
  /** Milliseconds of notice it gets before it has to make room for a claim; undefined when nobody claims its place. */
  spotNoticeMs?: number | undefined;
  /** The root disk's claim, which has its name, and the class of its storage. */
  claim: KeptClaim | undefined;
  storageClass: StorageClass | undefined;
  /** CDI's own configuration. */
  cdiConfig?: CDIConfig | undefined;
  /** What the cluster lacks to start machines. */
  missingSoftware?: readonly Software[];
  /** KubeVirt emulates the processors of all machines. */
  isEmulated?: boolean;
  /** By how much KubeVirt multiplies what a machine needs besides its guest. */
  overheadRatio?: number;
  service: Service | undefined;
  /** The Service behind the HTTP host. */
  webService: Service | undefined;
  networkPolicy: NetworkPolicy | undefined;
  ingress: Ingress | undefined;
}

/** Everything from the caches, as of now; undefined when the workload is gone. */
export function readScope(caches: Caches, key: string, now: Date): Scope | undefined {
  const workload = caches.workloads.get(parseObjectKey(key));
  if (workload === undefined) return undefined;
  const { namespace = '', name, uid = '' } = workload.metadata;
  const child = childName({ name, uid });
  const ref = { namespace, name: child };
  const virtualMachine = caches.virtualMachines.get(ref);
  const catalogue = readCatalogue(caches, workload);
  const disk = readRootDisk(caches, { namespace, name: rootDiskName(child) });
  return {
    key,
    workload,
    now,
    child,
    ...catalogue,
    isHostTaken: isHostTaken(caches, workload),
    portsRefused: exceededPortQuota(workload, catalogue.tenant, () =>
      caches.workloadsBy('namespace', namespace),
    ),
    storageRefused: refusedStorage(caches, workload, catalogue.tenant),
    missingSoftware: caches.missingSoftware(),
    isEmulated: emulatesProcessors(caches.kubeVirts.store.list()[0]),
    overheadRatio: overheadRatioOf(caches.kubeVirts.store.list()[0]),
    virtualMachine,
    machine: caches.machines.store.get(ref),
    pods: caches.pods.store.byIndex('workload', key),
    ...disk,
    diskNode: diskNodeOf({ workload, virtualMachine, ...catalogue, ...disk }, (name) =>
      inOrderOfPrecedence(caches.nodes.store.get({ name }), caches.computeNodes.store.byIndex('node', name)),
    ),
    service: caches.services.get(ref),
    webService: caches.services.get({ namespace, name: webServiceName(child) }),
    networkPolicy: caches.networkPolicies.get(ref),
    ingress: caches.ingresses.get(ref),
  };
}

function readCatalogue(caches: Caches, { metadata, spec, status }: Workload) {
  const computeNode =
    status?.placed === undefined ? undefined : caches.computeNodes.store.get({ name: status.placed.node });
  const sku = caches.skus.store.get({ name: spec.sku });
  return {
    tenant: caches.tenants.store.byIndex('namespace', metadata.namespace ?? '')[0],
    region: caches.regions.store.get({ name: spec.region }),
    sku,
    gpu: gpuOf(caches, status?.resources?.gpu ?? sku?.spec.gpu),
    image: caches.images.store.get({ name: spec.image }),
    policy: caches.policies.store.get({ name: spec.pricing.policy }),
    computeNode,
    node: computeNode && caches.nodes.store.get({ name: coreNodeName(computeNode) }),
  };
}

function refusedStorage(caches: Caches, workload: Workload, tenant: Tenant | undefined): Cause | undefined {
  const excess = exceededStorage(workload, tenant, () =>
    caches.workloadsBy('namespace', workload.metadata.namespace ?? ''),
  );
  return excess && storageQuotaExceeded(excess);
}

function gpuOf(caches: Caches, ordered: { model: string } | undefined): GPU | undefined {
  return ordered && caches.gpus.store.get({ name: ordered.model });
}

function readRootDisk(caches: Caches, ref: ObjectRef) {
  const claim = caches.claims.get(ref);
  const name = claim?.spec?.storageClassName;
  return {
    rootDisk: caches.dataVolumes.store.get(ref),
    claim,
    cdiConfig: caches.cdiConfigs.store.list()[0],
    storageClass: name === undefined ? undefined : caches.storageClasses.store.get({ name }),
  };
}

/**
 * An Ingress that is not ours keeps its host. Among workloads the one that is served under it does or, if none is, the
 * oldest that wants it.
 */
function isHostTaken(caches: Caches, workload: Workload): boolean {
  const host = workload.spec.http?.host;
  if (host === undefined) return false;
  const isForeign = caches
    .ingressesByHost(host)
    .some((ingress) => controllerOf(ingress)?.kind !== 'Workload');
  return isForeign || isOfAnother(caches, workload, host);
}

function isOfAnother(caches: Caches, workload: Workload, host: string): boolean {
  const isServed = ({ metadata: { namespace, name, uid = '' } }: Workload) =>
    hostOf(caches.ingresses.get({ namespace, name: childName({ name, uid }) })) === host;
  const rank = (one: Workload) =>
    `${isServed(one) ? 0 : 1}/${one.metadata.creationTimestamp ?? ''}/${one.metadata.uid ?? ''}`;
  const oldest = caches.workloadsBy('host', host).sort((a, b) => (rank(a) < rank(b) ? -1 : 1))[0];
  return oldest !== undefined && oldest.metadata.uid !== workload.metadata.uid;
}

/** Neither the VirtualMachineInstance nor its pod is left, and none can come, so nothing is held on the node any more. */
export function isMachineGone({ virtualMachine, rootDisk, machine, pods }: Scope): boolean {
  if (machine !== undefined || pods.length > 0) return false;
  if (virtualMachine === undefined || virtualMachine.metadata.deletionTimestamp !== undefined) return true;
  return isOff(virtualMachine, rootDisk);
}

/** Nothing that was made for the workload is left; its Secret, which we may not read, was deleted before the rest. */
export function areChildrenGone(scope: Scope): boolean {
  const { virtualMachine, rootDisk, service, webService, networkPolicy, ingress } = scope;
  const children = [virtualMachine, rootDisk, service, webService, networkPolicy, ingress];
  return isMachineGone(scope) && children.every((child) => child === undefined);
}
