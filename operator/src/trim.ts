import type { Node, PersistentVolumeClaim, Pod } from '@gpulease/kube';
import type { DataVolume, VirtualMachine, VirtualMachineInstance } from '@gpulease/kube/kubevirt';

/*
 * What is kept in memory of objects of which there is one for each machine, or which are large: what is read here, and
 * nothing else. What is compared with what it should be, such as the spec of a VirtualMachine, is kept whole.
 */

export function trimVirtualMachine(virtualMachine: VirtualMachine): VirtualMachine {
  const { status } = virtualMachine;
  if (status === undefined) return virtualMachine;
  // `Ready` changes with every probe, and is read only where it says since when there is no instance.
  const conditions = (status.conditions ?? []).filter(
    ({ type, reason }) => type === 'Failure' || (type === 'Ready' && reason === 'VMINotExists'),
  );
  const kept = pick(status, [
    'created',
    'printableStatus',
    'runStrategy',
    'stateChangeRequests',
    'startFailure',
  ]);
  return { ...virtualMachine, status: { ...kept, conditions } };
}

/** Its spec is the machine's own. */
export function trimInstance(instance: VirtualMachineInstance): VirtualMachineInstance {
  const { status } = instance;
  const spec = { ...pick(instance.spec, ['terminationGracePeriodSeconds']), domain: { devices: {} } };
  if (status === undefined) return { ...instance, spec };
  const kept = pick(status, [
    'phase',
    'reason',
    'evacuationNodeName',
    'phaseTransitionTimestamps',
    'conditions',
  ]);
  return { ...instance, spec, status: kept };
}

/** Of a machine's pod: whose it is, where, and how it fares. */
export function trimMachinePod(pod: Pod): Pod {
  const { annotations: _, ...metadata } = pod.metadata;
  return {
    ...pod,
    metadata,
    spec: { ...pick(pod.spec ?? { containers: [] }, ['nodeName']), containers: [] },
    status: pick(pod.status ?? {}, ['phase', 'conditions', 'containerStatuses']),
  };
}

/** The disk of a machine was made from what its VirtualMachine says. */
export function trimMachineDisk(disk: DataVolume): DataVolume {
  return { ...disk, spec: {} };
}

export function trimClaim(claim: PersistentVolumeClaim): PersistentVolumeClaim {
  return {
    ...claim,
    spec: pick(claim.spec ?? {}, ['resources', 'storageClassName', 'volumeMode']),
    status: pick(claim.status ?? {}, ['phase', 'capacity']),
  };
}

/** A Node lists the images that it has, which is most of it and nothing to us. */
export function trimNode(node: Node): Node {
  const { images: _, ...status } = (node.status ?? {}) as NonNullable<Node['status']> & { images?: unknown };
  return { ...node, status };
}

function pick<T extends object, Name extends keyof T>(object: T, names: readonly Name[]): Pick<T, Name> {
  const kept = names.filter((name) => object[name] !== undefined).map((name) => [name, object[name]]);
  return Object.fromEntries(kept) as Pick<T, Name>;
}
