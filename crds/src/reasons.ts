import { placementReasons } from './conditions.ts';

/** What a Pending workload waits for. */
export const waitingReasons = {
  ...placementReasons,

  /** Billing has not yet said whether the order is accepted. */
  waitingForOrder: 'WaitingForOrder',
  /** Billing has so many runs to settle that no new one is started. */
  waitingForSettlement: 'WaitingForSettlement',
  /** The namespace belongs to no Tenant. */
  tenantUnknown: 'TenantUnknown',
  /** Something that the spec names does not exist. */
  referenceMissing: 'ReferenceMissing',
  /** Something that the spec names is Inactive or Disabled. */
  notOnOffer: 'NotOnOffer',
  /** The image is still being imported. */
  imageNotReady: 'ImageNotReady',
  /** The import of the image has failed, and an administrator has to fix it. */
  imageImportFailed: 'ImageImportFailed',
  /** The reserved start is too far ahead for capacity to be reserved yet. */
  reservationTooFar: 'ReservationTooFar',
  /** The disk is on a different node from the chosen one. */
  diskElsewhere: 'DiskElsewhere',
  /** The chosen address is not one of the region's. */
  addressNotInRegion: 'AddressNotInRegion',
  /** Another workload has the HTTP host. */
  hostTaken: 'HostTaken',
  /** The HTTP host is not under the region's domain. */
  hostNotInRegion: 'HostNotInRegion',
  /** The chosen SSH port is in use. */
  portTaken: 'PortTaken',
  /** The chosen SSH port is outside the cluster's range. */
  portOutOfRange: 'PortOutOfRange',
  /** The tenant cannot open more ports. */
  portQuotaExceeded: 'PortQuotaExceeded',
  /** The tenant cannot have more disk space. */
  storageQuotaExceeded: 'StorageQuotaExceeded',
  /** The Secret with the user data does not exist, or lacks its key. */
  userDataMissing: 'UserDataMissing',
  /** The KubeVirt object does not permit the GPU's device. */
  gpuNotPermitted: 'GPUNotPermitted',
  /** KubeVirt is not installed. */
  kubeVirtMissing: 'KubeVirtMissing',
  /** CDI is not installed. */
  cdiMissing: 'CDIMissing',
  /** A node is being looked for. */
  placing: 'Placing',
  /** The capacity is reserved, and its start has not come. */
  booked: 'Booked',
  /** A node was found, and Spot machines have to leave it first. */
  awaitingSpot: 'AwaitingSpot',
  /** The node went out of service before the start. */
  nodeUnavailable: 'NodeUnavailable',
  /** A regular order claimed the capacity before the start. */
  placeClaimed: 'PlaceClaimed',
  /** kube-scheduler does not schedule the machine on its node. */
  unschedulable: 'Unschedulable',

  // What the API server or a webhook refuses; it is retried.

  /** The Service that opens the ports. */
  serviceRefused: 'ServiceRefused',
  /** The NetworkPolicy. */
  networkPolicyRefused: 'NetworkPolicyRefused',
  /** The Ingress for the HTTP host. */
  ingressRefused: 'IngressRefused',
  /** The Secret with keys and cloud-init, or reading the user data. */
  secretRefused: 'SecretRefused',
  /** The VirtualMachine. */
  virtualMachineRefused: 'VirtualMachineRefused',
} as const;

/**
 * Why a Workload is as it is: the values of `status.reason`, of its conditions, of `status.halt`, of the end of a run and of
 * its Events. Programs compare these, so they never change their meaning.
 */
export const workloadReasons = {
  ...waitingReasons,

  // What the API server refuses besides.

  /** Expanding the claim of the root disk. */
  diskRefused: 'DiskRefused',
  /** Switching the machine off. */
  stopRefused: 'StopRefused',
  /** Deleting what was created for the workload. */
  deletionRefused: 'DeletionRefused',

  // The normal course.

  /** It has capacity on a node. */
  scheduled: 'Scheduled',
  /** The machine is starting. */
  starting: 'Starting',
  /** The machine runs. */
  running: 'Running',
  /** The machine is off, and its disk is kept. */
  stopped: 'Stopped',
  /** The workload is being deleted. */
  destroyRequested: 'DestroyRequested',
  /** Everything of the workload is deleted. */
  destroyed: 'Destroyed',
  /** A restart was requested. */
  restartRequested: 'RestartRequested',
  /** It is stopped, to start on the node that an administrator chose. */
  moving: 'Moving',
  /** It runs on, as it cannot start on the chosen node yet. */
  moveWaiting: 'MoveWaiting',
  /** It is stopped, to start on another node before the planned maintenance of its own, as its owner asked. */
  maintenanceMove: 'MaintenanceMove',
  /** It runs on, as it cannot start on another node now, though its owner asked to leave before the maintenance. */
  maintenanceMoveWaiting: 'MaintenanceMoveWaiting',
  /** KubeVirt replaced the instance, because it crashed or its node failed. */
  machineReplaced: 'MachineReplaced',
  /** Pods of higher priority displaced it. */
  preempted: 'Preempted',
  /** Disk and objects exist. */
  provisioned: 'Provisioned',
  /** The disk is being created from the image. */
  copyingImage: 'CopyingImage',
  /** The machine answers at its address. */
  reachable: 'Reachable',
  /** The machine has no address yet. */
  notExposed: 'NotExposed',
  /** The guest does not answer. */
  guestNotReady: 'GuestNotReady',
  /** Nothing needs to be done by anybody. */
  progressing: 'Progressing',

  // Why a machine was stopped, or its run ended.

  /** powerState is Stopped. */
  stopRequested: 'StopRequested',
  /** Nothing was free for a new order that was not to wait. */
  orderSoldOut: 'OrderSoldOut',
  /** The time of its schedule has come. */
  scheduledStop: 'ScheduledStop',
  /** Its GPUs were idle for as long as its schedule allows. */
  idleStop: 'IdleStop',
  /** An administrator has locked it. */
  frozen: 'Frozen',
  /** The account is suspended. */
  tenantSuspended: 'TenantSuspended',
  /** The balance is used up. */
  runwayEnded: 'RunwayEnded',
  /** The reserved term is over. */
  termEnded: 'TermEnded',
  /** The guest shut the machine down. */
  guestPoweredOff: 'GuestPoweredOff',
  /** Regular orders needed the capacity. */
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
  /** The machine will be stopped by its schedule. */
  scheduledStopNotice: 'ScheduledStopNotice',
  /** The machine will be stopped if its GPUs stay idle. */
  idleStopNotice: 'IdleStopNotice',
  /** The cause of the notice is gone. */
  noticeWithdrawn: 'NoticeWithdrawn',

  // Whether the load of its GPUs is measured.

  /** It is. */
  gpuMeasured: 'GPUMeasured',
  /** It has no GPU. */
  noGpu: 'NoGPU',
  /** The operator has no source of metrics. */
  metricsNotConfigured: 'MetricsNotConfigured',
  /** The machine was made from an image without an exporter. */
  exporterMissing: 'ExporterMissing',
  /** Nothing has been measured for some time. */
  measuresMissing: 'MeasuresMissing',

  // Faults and failures.

  /** It has a value that only a newer operator knows; Events alone say so. */
  newerVersion: 'NewerVersion',
  /** Something that the order names was deleted before the start. */
  referenceDeleted: 'ReferenceDeleted',
  /** The start took too long. */
  startDeadlineExceeded: 'StartDeadlineExceeded',
  /** The machine crashed repeatedly. */
  crashLoop: 'CrashLoop',
  /** CDI could not create the disk. */
  importFailed: 'ImportFailed',
  /** CDI makes no claim for the disk: its access mode is unknown, or a quota is used up. */
  diskNotCreated: 'DiskNotCreated',
  /** The storage provides no volume for the disk's claim. */
  diskNotProvided: 'DiskNotProvided',
  /** The disk that held the machine's data is gone; a new one may be in its place. */
  diskLost: 'DiskLost',
  /** The disk was not copied from the image in time. */
  diskCopyStuck: 'DiskCopyStuck',
  /** CDI fails to create the disk and keeps trying. */
  importFailing: 'ImportFailing',
  /** The pod's image cannot be pulled. */
  imagePullError: 'ImagePullError',
  /** KubeVirt accepted the VirtualMachine but cannot start it. */
  refusedByKubeVirt: 'RefusedByKubeVirt',
  /** The node does not answer. */
  nodeNotReady: 'NodeNotReady',
  /** The node did not answer for so long that the machine was marked as failed. */
  nodeLost: 'NodeLost',
  /** Instance or pod did not end in time. */
  stuckTerminating: 'StuckTerminating',
  /** Something that was made for the machine was deleted and does not go. */
  deletionStuck: 'DeletionStuck',

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

/** Reasons of stops by the machine's schedule. */
export const scheduledHalts: ReadonlySet<string> = new Set([
  workloadReasons.scheduledStop,
  workloadReasons.idleStop,
]);

export type WorkloadReason = (typeof workloadReasons)[keyof typeof workloadReasons];
