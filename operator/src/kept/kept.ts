import type { Node, PersistentVolumeClaim, Pod } from '@gpulease/kube';
import type { DataVolume, VirtualMachine, VirtualMachineInstance } from '@gpulease/kube/kubevirt';
import { keeping } from './keep.ts';

/*
 * What is kept in memory of objects of which there is one for each machine, or which are large: what is read here, and
 * nothing else. What is compared with what it should be, such as the spec of a VirtualMachine, is kept whole.
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
    // `Ready` changes with every probe, and is read only where it says since when there is no instance.
    conditions: [{ type: 'Failure' }, { type: 'Ready', reason: 'VMINotExists' }],
  },
});
export type KeptVirtualMachine = ReturnType<typeof keepVirtualMachine>;

/** Its spec is the machine's own. */
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

/** Of a machine's pod: whose it is, where, and how it fares. */
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

/** Its contents depend on the VirtualMachine or the image that it was created for. */
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

/** A Node lists the images that it has, which is most of it and nothing to us. */
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
