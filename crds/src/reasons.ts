import { placementReasons } from './conditions.ts';

/**
 * Why a Workload is as it is: the values of `status.reason`, of its conditions, of `status.halt`, of the end of a run and of
 * its Events. Programs compare these, so they never change their meaning.
 */
export const workloadReasons = {
  ...placementReasons,

  // What a Pending workload waits for.

  /** Billing has not yet said whether the order is accepted. */
  waitingForOrder: 'WaitingForOrder',
  /** Billing has so many runs to settle that no other is begun. */
  waitingForSettlement: 'WaitingForSettlement',
  /** The namespace belongs to no Tenant. */
  tenantUnknown: 'TenantUnknown',
  /** Something that the spec names does not exist. */
  referenceMissing: 'ReferenceMissing',
  /** Something that the spec names is Inactive or Disabled. */
  notOnOffer: 'NotOnOffer',
  /** The image is still being imported. */
  imageNotReady: 'ImageNotReady',
  /** The import of the image has failed, and an administrator has to see to it. */
  imageImportFailed: 'ImageImportFailed',
  /** The reserved start is too far ahead to be booked yet. */
  reservationTooFar: 'ReservationTooFar',
  /** The disk lies on another node than the one that was chosen. */
  diskElsewhere: 'DiskElsewhere',
  /** The address that was chosen is none of the region's. */
  addressNotInRegion: 'AddressNotInRegion',
  /** Another workload has the HTTP host. */
  hostTaken: 'HostTaken',
  /** The HTTP host is not under the region's domain. */
  hostNotInRegion: 'HostNotInRegion',
  /** The SSH port that was chosen cannot be given. */
  portTaken: 'PortTaken',
  /** The SSH port that was chosen lies outside the cluster's range. */
  portOutOfRange: 'PortOutOfRange',
  /** The tenant may open no more ports. */
  portQuotaExceeded: 'PortQuotaExceeded',
  /** The Secret with the user data does not exist, or lacks its key. */
  userDataMissing: 'UserDataMissing',
  /** The KubeVirt object does not permit the GPU's device. */
  gpuNotPermitted: 'GPUNotPermitted',
  /** KubeVirt is not installed. */
  kubeVirtMissing: 'KubeVirtMissing',
  /** CDI is not installed. */
  cdiMissing: 'CDIMissing',
  /** A place is being looked for. */
  placing: 'Placing',
  /** The place is booked, and the reserved start has not come. */
  booked: 'Booked',
  /** The place is given, and Spot machines have to leave it first. */
  awaitingSpot: 'AwaitingSpot',
  /** The node went out of service before the start. */
  nodeUnavailable: 'NodeUnavailable',
  /** A regular order claimed the place before the start. */
  placeClaimed: 'PlaceClaimed',
  /** kube-scheduler does not take the machine on its node. */
  unschedulable: 'Unschedulable',

  // What the API server, or a webhook behind it, refuses; it is tried again.

  /** The Service that opens the ports. */
  serviceRefused: 'ServiceRefused',
  /** The NetworkPolicy. */
  networkPolicyRefused: 'NetworkPolicyRefused',
  /** The Ingress for the HTTP host. */
  ingressRefused: 'IngressRefused',
  /** The Secret with keys and cloud-init, or a look at the user data. */
  secretRefused: 'SecretRefused',
  /** The VirtualMachine. */
  virtualMachineRefused: 'VirtualMachineRefused',
  /** A larger claim of the root disk. */
  diskRefused: 'DiskRefused',
  /** Switching the machine off. */
  stopRefused: 'StopRefused',
  /** The deletion of what was made for the workload. */
  deletionRefused: 'DeletionRefused',

  // The course of things.

  /** It holds a place. */
  scheduled: 'Scheduled',
  /** The machine is on its way up. */
  starting: 'Starting',
  /** The machine runs. */
  running: 'Running',
  /** The machine is off, and its disk is kept. */
  stopped: 'Stopped',
  /** The workload is being deleted. */
  destroyRequested: 'DestroyRequested',
  /** Nothing of the workload is left. */
  destroyed: 'Destroyed',
  /** A restart was asked for. */
  restartRequested: 'RestartRequested',
  /** KubeVirt replaced the instance, as it crashed or its node went. */
  machineReplaced: 'MachineReplaced',
  /** Pods of higher priority needed its place. */
  preempted: 'Preempted',
  /** Disk and objects exist. */
  provisioned: 'Provisioned',
  /** The disk is being made from the image. */
  copyingImage: 'CopyingImage',
  /** The machine answers at its address. */
  reachable: 'Reachable',
  /** The machine has no address yet. */
  notExposed: 'NotExposed',
  /** The guest does not answer. */
  guestNotReady: 'GuestNotReady',
  /** Nothing waits for a person. */
  progressing: 'Progressing',

  // Why a machine was stopped, or its run ended.

  /** powerState is Stopped. */
  stopRequested: 'StopRequested',
  /** An administrator holds it. */
  frozen: 'Frozen',
  /** The account is suspended. */
  tenantSuspended: 'TenantSuspended',
  /** The money is used up. */
  runwayEnded: 'RunwayEnded',
  /** The reserved term is over. */
  termEnded: 'TermEnded',
  /** The guest shut the machine down. */
  guestPoweredOff: 'GuestPoweredOff',
  /** Regular orders needed the place. */
  spotInterrupted: 'SpotInterrupted',
  /** The node went into maintenance. */
  maintenance: 'Maintenance',
  /** The instance ended by itself, as after a crash. */
  machineEnded: 'MachineEnded',

  // Notices.

  /** The machine will be stopped for regular orders. */
  spotNotice: 'SpotNotice',
  /** The machine will be stopped for its node's maintenance. */
  maintenanceNotice: 'MaintenanceNotice',
  /** What the notice was given for has gone. */
  noticeWithdrawn: 'NoticeWithdrawn',

  // What is wrong, or has failed.

  /** Something that the order names was deleted before the start. */
  referenceDeleted: 'ReferenceDeleted',
  /** The start took too long. */
  startDeadlineExceeded: 'StartDeadlineExceeded',
  /** The machine crashed again and again. */
  crashLoop: 'CrashLoop',
  /** CDI could not make the disk. */
  importFailed: 'ImportFailed',
  /** CDI fails to make the disk and goes on trying. */
  importFailing: 'ImportFailing',
  /** The pod's image cannot be pulled. */
  imagePullError: 'ImagePullError',
  /** KubeVirt took the VirtualMachine and cannot start it. */
  refusedByKubeVirt: 'RefusedByKubeVirt',
  /** The node does not answer. */
  nodeNotReady: 'NodeNotReady',
  /** The node did not answer for so long that the machine was given up. */
  nodeLost: 'NodeLost',
  /** Instance or pod has not gone in its time. */
  stuckTerminating: 'StuckTerminating',

  // The root disk.

  /** It is growing. */
  diskGrowing: 'DiskGrowing',
  /** It grows at the next start. */
  diskGrowsAtStart: 'DiskGrowsAtStart',
  /** The node has no room for a larger one. */
  noRoomForDisk: 'NoRoomForDisk',
  /** The storage cannot make disks larger. */
  storageCannotGrow: 'StorageCannotGrow',
  /** The price includes no larger one. */
  diskNotIncluded: 'DiskNotIncluded',
} as const;

export type WorkloadReason = (typeof workloadReasons)[keyof typeof workloadReasons];
