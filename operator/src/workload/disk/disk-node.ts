import type { ComputeNode } from '@gpulease/crds';
import { nodeOfMachine } from '../../kubevirt/virtual-machine.ts';
import type { KeptClaim } from '../../kept/kept.ts';
import type { Scope } from '../scope.ts';

/**
 * Annotation with the Node for which a claim's volume is provisioned, set once kube-scheduler has chosen it.
 * https://kubernetes.io/docs/reference/labels-annotations-taints/#volume-kubernetes-io-selected-node
 */
export const SELECTED_NODE = 'volume.kubernetes.io/selected-node';

/** What determines where the disk of a workload is. */
type Seen = Pick<Scope, 'workload' | 'region' | 'claim' | 'virtualMachine'>;

/** Returns the ComputeNodes that name a core Node, starting with the one that represents it. */
type ComputeNodesOf = (node: string) => readonly ComputeNode[];

/**
 * Returns the only ComputeNode on which the root disk can be used, if disks are local; undefined if there is no disk yet. The
 * claim is authoritative, even if the machine was made for another node since.
 */
export function diskNodeOf(seen: Seen, computeNodesOf: ComputeNodesOf): string | undefined {
  const { region, claim } = seen;
  if (region?.spec.storage?.locality !== 'Node' || claim === undefined) return undefined;
  const selected = claim.metadata.annotations?.[SELECTED_NODE];
  if (selected === undefined) return isMade(claim) ? nodeOfStart(seen, computeNodesOf) : undefined;
  return nameOf(selected, computeNodesOf, seen);
}

/** Storage that does not report the node of a disk provisioned it where the machine was about to start. */
function nodeOfStart(seen: Seen, computeNodesOf: ComputeNodesOf): string | undefined {
  const { workload, virtualMachine } = seen;
  const { diskNode } = workload.status ?? {};
  const node = virtualMachine && nodeOfMachine(virtualMachine);
  if (diskNode !== undefined || node === undefined) return diskNode;
  return nameOf(node, computeNodesOf, seen);
}

/** The name of a ComputeNode that left the catalogue remains valid until the core Node gets another ComputeNode. */
function nameOf(node: string, computeNodesOf: ComputeNodesOf, { workload }: Seen): string {
  const names = computeNodesOf(node).map(({ metadata }) => metadata.name);
  const { diskNode } = workload.status ?? {};
  return diskNode !== undefined && names.includes(diskNode) ? diskNode : (names[0] ?? diskNode ?? node);
}

function isMade({ status }: KeptClaim): boolean {
  return status?.phase !== undefined && status.phase !== 'Pending';
}
