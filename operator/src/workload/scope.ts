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

/** Why KubeVirt cannot carry out what an instance asks for. */
export interface SyncFailure {
  reason?: string;
  message?: string;
}

/**
 * What one reconciliation of a workload looks at: the workload, what it refers to, what was made for it, and what has come of
 * its steps so far.
 */
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
  /** The ComputeNode on which it was stopped, of one that starts by itself when the maintenance there is over. */
  haltNode?: ComputeNode | undefined;
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
  /** How busy its GPUs are, where its schedule goes by that and they were looked at. */
  idle?: Idle | undefined;
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
  /** The one beside the image in which CDI copies it, until the root disk's gets the volume. */
  copyClaim?: KeptClaim | undefined;
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
  /** The placer's answer, if it was asked. */
  answer?: PlacerAnswer | undefined;
  /** Of a machine that is to run on another node: that room is kept for it there, or why not. */
  move?: Pick<Place, 'node'> | { refusal: Cause } | undefined;
  /** What the steps so far could not do. */
  failures: readonly Failure[];
  /** Why the root disk cannot be as large as ordered. */
  diskRefused?: Cause | undefined;
}

/** The VirtualMachineInstance and its pod are gone and none can follow, so nothing is held on the node any more. */
export function isMachineGone({ virtualMachine, rootDisk, machine, pods }: Scope): boolean {
  if (machine !== undefined || pods.length > 0) return false;
  if (virtualMachine === undefined || virtualMachine.metadata.deletionTimestamp !== undefined) return true;
  return isOff(virtualMachine, rootDisk);
}

/** All that there is of what was made for the workload, but its Secret, which we may not read. */
export function childrenOf(scope: Scope): ApiObject[] {
  const { virtualMachine, rootDisk, service, webService, networkPolicy, ingress } = scope;
  const children = [virtualMachine, rootDisk, service, webService, networkPolicy, ingress];
  return children.filter((child) => child !== undefined);
}

/** Nothing that was made for the workload is left; its Secret was deleted before the rest. */
export function areChildrenGone(scope: Scope): boolean {
  return isMachineGone(scope) && childrenOf(scope).length === 0;
}
