import type { ComputeNode, GPU, PricingPolicy, Region, SKU, Tenant, VMImage, Workload } from '@gpulease/crds';
import type { ApiObject, Ingress, NetworkPolicy, Service, StorageClass } from '@gpulease/kube';
import type { Place } from '@gpulease/placement/place';
import type { PlacerAnswer } from '@gpulease/placement/placer';
import type { CDIConfig } from '@gpulease/kube/kubevirt';
import type { Software } from '../caches.ts';
import type {
  KeptClaim,
  KeptDisk,
  KeptInstance,
  KeptMachinePod,
  KeptNode,
  KeptVirtualMachine,
} from '../kept/kept.ts';
import type { Idle } from '../idle/idle-watch.ts';
import { isOff } from '../kubevirt/virtual-machine.ts';
import type { Cause, Failure } from './causes/cause.ts';

/** Why KubeVirt cannot synchronize an instance with its spec. */
export interface SyncFailure {
  reason?: string;
  message?: string;
}

/**
 * The input of one reconciliation of a workload: the workload, the objects that it references, the objects made for it, and the
 * results of the steps so far.
 */
export interface Scope {
  key: string;
  workload: Workload;
  now: Date;
  /** Name of the objects made for the workload. */
  child: string;
  tenant: Tenant | undefined;
  region: Region | undefined;
  sku: SKU | undefined;
  /** The GPU model of its order or, if it has none yet, of the SKU. */
  gpu: GPU | undefined;
  image: VMImage | undefined;
  policy: PricingPolicy | undefined;
  /** The node that it is placed on, in the catalogue and in Kubernetes. */
  computeNode: ComputeNode | undefined;
  node: KeptNode | undefined;
  /** The ComputeNode whose maintenance stopped it, if it starts automatically afterwards. */
  haltNode?: ComputeNode | undefined;
  /** Whether the Secret with its user data is missing. */
  isUserDataGone?: boolean;
  /** Why it may not map its ports: the tenant's port quota is exceeded. */
  portsRefused?: Cause | undefined;
  /** Why its root disk cannot be created or grow: the tenant's storage quota is exceeded. */
  storageRefused?: Cause | undefined;
  /** Whether another workload or a foreign Ingress has the HTTP host. */
  isHostTaken: boolean;
  virtualMachine: KeptVirtualMachine | undefined;
  machine: KeptInstance | undefined;
  /** How idle its GPUs are, if its schedule depends on that and they were measured. */
  idle?: Idle | undefined;
  /** What keeps KubeVirt from starting the instance. */
  syncFailure?: SyncFailure | undefined;
  /** When the instance of the open run was last known to exist, if it does not now. */
  lastSeenAt?: Date | undefined;
  pods: KeptMachinePod[];
  rootDisk: KeptDisk | undefined;
  /** The only ComputeNode on which its disk can be used, if disks are local. */
  diskNode?: string | undefined;
  /** Milliseconds of notice before it must make room for a claim; undefined if its place is not claimed. */
  spotNoticeMs?: number | undefined;
  /** The root disk's claim, which has its name, and the class of its storage. */
  claim: KeptClaim | undefined;
  /** The temporary claim, in the namespace of the image, that CDI copies into. */
  copyClaim?: KeptClaim | undefined;
  storageClass: StorageClass | undefined;
  /** CDI's own configuration. */
  cdiConfig?: CDIConfig | undefined;
  /** Software that the cluster lacks to start machines. */
  missingSoftware?: readonly Software[];
  /** Whether KubeVirt emulates the processors of all machines. */
  isEmulated?: boolean;
  /** The factor by which KubeVirt multiplies a machine's memory overhead. */
  overheadRatio?: number;
  service: Service | undefined;
  /** The Service behind the HTTP host. */
  webService: Service | undefined;
  networkPolicy: NetworkPolicy | undefined;
  ingress: Ingress | undefined;
  /** The placer's answer, if it was asked. */
  answer?: PlacerAnswer | undefined;
  /** For a machine that should move: the node where room is kept for it, or why there is none. */
  move?: Pick<Place, 'node'> | { refusal: Cause } | undefined;
  /** Failures of the steps so far. */
  failures: readonly Failure[];
  /** Why the root disk cannot be as large as ordered. */
  diskRefused?: Cause | undefined;
}

/** Returns whether instance and pod are gone and no new ones can follow, so that nothing is held on the node. */
export function isMachineGone({ virtualMachine, rootDisk, machine, pods }: Scope): boolean {
  if (machine !== undefined || pods.length > 0) return false;
  if (virtualMachine === undefined || virtualMachine.metadata.deletionTimestamp !== undefined) return true;
  return isOff(virtualMachine, rootDisk);
}

/** Returns the existing objects made for the workload, except its Secret, which we may not read. */
export function childrenOf(scope: Scope): ApiObject[] {
  const { virtualMachine, rootDisk, service, webService, networkPolicy, ingress } = scope;
  const children = [virtualMachine, rootDisk, service, webService, networkPolicy, ingress];
  return children.filter((child) => child !== undefined);
}

/** Returns whether all objects made for the workload are gone; its Secret is deleted before the others. */
export function areChildrenGone(scope: Scope): boolean {
  return isMachineGone(scope) && childrenOf(scope).length === 0;
}
