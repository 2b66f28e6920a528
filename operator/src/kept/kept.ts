import type { Node, PersistentVolumeClaim, Pod } from '@gpulease/kube';
import type { DataVolume, VirtualMachine, VirtualMachineInstance } from '@gpulease/kube/kubevirt';
import { keeping } from './keep.ts';

/*
 * The fields kept in memory of objects that are large or exist once per machine: those that the operator reads, and no
 * others. Whatever is compared with its desired state, such as the spec of a VirtualMachine, is kept whole.
 */

const named = { apiVersion: 'whole', kind: 'whole', metadata: 'whole' } as const;

export const keepVirtualMachine = keeping<VirtualMachine>()({
  ...named,
  spec: 'whole',
  status: {
    created: 'whole',
    printableStatus: 'whole',
    runStrategy: 'whole',
    stateChangeRequests: 'whole',
    startFailure: 'whole',
    // `Ready` changes with every probe and is read only to learn since when there is no instance.
    conditions: [{ type: 'Failure' }, { type: 'Ready', reason: 'VMINotExists' }],
  },
});
export type KeptVirtualMachine = ReturnType<typeof keepVirtualMachine>;

/** Drops most of the spec, which the VirtualMachine also has. */
export const keepInstance = keeping<VirtualMachineInstance>()({
  ...named,
  spec: { terminationGracePeriodSeconds: 'whole' },
  status: {
    phase: 'whole',
    reason: 'whole',
    evacuationNodeName: 'whole',
    phaseTransitionTimestamps: 'whole',
    conditions: 'whole',
  },
});
export type KeptInstance = ReturnType<typeof keepInstance>;

/** Keeps the owner, node and state of a machine's pod. */
export const keepMachinePod = keeping<Pod>()({
  ...named,
  metadata: {
    name: 'whole',
    namespace: 'whole',
    uid: 'whole',
    resourceVersion: 'whole',
    creationTimestamp: 'whole',
    deletionTimestamp: 'whole',
    labels: 'whole',
    ownerReferences: 'whole',
  },
  spec: { nodeName: 'whole' },
  status: { phase: 'whole', conditions: 'whole', containerStatuses: 'whole' },
});
export type KeptMachinePod = ReturnType<typeof keepMachinePod>;

/** Drops the source, which follows from the VirtualMachine or image that the disk was created for. */
export const keepDisk = keeping<DataVolume>()({
  ...named,
  spec: { storage: { storageClassName: 'whole' } },
  status: 'whole',
});
export type KeptDisk = ReturnType<typeof keepDisk>;

export const keepClaim = keeping<PersistentVolumeClaim>()({
  ...named,
  spec: { resources: 'whole', storageClassName: 'whole', volumeMode: 'whole' },
  status: { phase: 'whole', capacity: 'whole' },
});
export type KeptClaim = ReturnType<typeof keepClaim>;

/** Drops the list of images, which is most of a Node and unused. */
export const keepNode = keeping<Node>()({
  ...named,
  spec: 'whole',
  status: {
    capacity: 'whole',
    allocatable: 'whole',
    conditions: 'whole',
    addresses: 'whole',
    nodeInfo: 'whole',
  },
});
export type KeptNode = ReturnType<typeof keepNode>;
