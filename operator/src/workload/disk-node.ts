import type { ComputeNode } from '@gpulease/crds';
import type { PersistentVolumeClaim } from '@gpulease/kube';
import { nodeOfMachine } from '../kubevirt/virtual-machine.ts';
import type { Scope } from './scope.ts';

/**
 * Where a claim says for which Node its volume is made, from the moment that kube-scheduler has chosen it.
 * https://kubernetes.io/docs/reference/labels-annotations-taints/#volume-kubernetes-io-selected-node
 */
export const SELECTED_NODE = 'volume.kubernetes.io/selected-node';

type Seen = Pick<Scope, 'workload' | 'region' | 'claim' | 'virtualMachine'>;

/**
 * The only ComputeNode on which the root disk can be used, where disks lie on nodes; undefined while it lies nowhere. The
 * claim knows, whatever node the machine was meant for since. `standingFor`: the ComputeNodes of a core Node.
 */
export function diskNodeOf(
  seen: Seen,
  standingFor: (node: string) => readonly ComputeNode[],
): string | undefined {
  const { workload, region, claim } = seen;
  if (region?.spec.storage?.locality !== 'Node' || claim === undefined) return undefined;
  const known = workload.status?.diskNode;
  const selected = claim.metadata.annotations?.[SELECTED_NODE];
  if (selected === undefined && known !== undefined) return isMade(claim) ? known : undefined;
  const node = selected ?? nodeOfStart(seen);
  return node && (nameOf(standingFor(node), known) ?? node);
}

/** Storage that does not say where it made the disk made it where the machine was to start. */
function nodeOfStart({ claim, virtualMachine }: Seen): string | undefined {
  const isKnown = claim !== undefined && isMade(claim) && virtualMachine !== undefined;
  return isKnown ? nodeOfMachine(virtualMachine) : undefined;
}

/** A ComputeNode that is in the catalogue no more keeps its name, until the core Node gets another. */
function nameOf(computeNodes: readonly ComputeNode[], known: string | undefined): string | undefined {
  const names = computeNodes.map(({ metadata }) => metadata.name);
  return known !== undefined && names.includes(known) ? known : (names[0] ?? known);
}

function isMade({ status }: PersistentVolumeClaim): boolean {
  return status?.phase !== undefined && status.phase !== 'Pending';
}
