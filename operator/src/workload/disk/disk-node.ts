import type { ComputeNode } from '@gpulease/crds';
import { nodeOfMachine } from '../../kubevirt/virtual-machine.ts';
import type { KeptClaim } from '../../kept/kept.ts';
import type { Scope } from '../scope.ts';

/**
 * Where a claim says for which Node its volume is made, from the moment that kube-scheduler has chosen it.
 * https://kubernetes.io/docs/reference/labels-annotations-taints/#volume-kubernetes-io-selected-node
 */
export const SELECTED_NODE = 'volume.kubernetes.io/selected-node';

/** What tells where the disk of a workload lies. */
type Seen = Pick<Scope, 'workload' | 'region' | 'claim' | 'virtualMachine'>;

/** The ComputeNodes that name a core Node, starting with the one that represents it. */
type ComputeNodesOf = (node: string) => readonly ComputeNode[];

/**
 * The only ComputeNode on which the root disk can be used, where disks lie on nodes; undefined while it lies nowhere. The
 * claim knows, whatever node the machine was meant for since.
 */
export function diskNodeOf(seen: Seen, computeNodesOf: ComputeNodesOf): string | undefined {
  const { region, claim } = seen;
  if (region?.spec.storage?.locality !== 'Node' || claim === undefined) return undefined;
  const selected = claim.metadata.annotations?.[SELECTED_NODE];
  if (selected === undefined) return isMade(claim) ? nodeOfStart(seen, computeNodesOf) : undefined;
  return nameOf(selected, computeNodesOf, seen);
}

/** Storage that does not say where it made the disk made it where the machine was to start then. */
function nodeOfStart(seen: Seen, computeNodesOf: ComputeNodesOf): string | undefined {
  const { workload, virtualMachine } = seen;
  const { diskNode } = workload.status ?? {};
  const node = virtualMachine && nodeOfMachine(virtualMachine);
  if (diskNode !== undefined || node === undefined) return diskNode;
  return nameOf(node, computeNodesOf, seen);
}

/** A ComputeNode that is in the catalogue no more keeps its name, until the core Node gets another. */
function nameOf(node: string, computeNodesOf: ComputeNodesOf, { workload }: Seen): string {
  const names = computeNodesOf(node).map(({ metadata }) => metadata.name);
  const { diskNode } = workload.status ?? {};
  return diskNode !== undefined && names.includes(diskNode) ? diskNode : (names[0] ?? diskNode ?? node);
}

function isMade({ status }: KeptClaim): boolean {
  return status?.phase !== undefined && status.phase !== 'Pending';
}
