import { placementReasons } from './conditions.ts';

/** What a Pending workload waits for. */
export const waitingReasons = {
  ...placementReasons,

  /** Billing has not yet accepted or rejected the order. */
  waitingForOrder: 'WaitingForOrder',
  /** Too many runs await settlement by billing, so none is started. */
  waitingForSettlement: 'WaitingForSettlement',
  /** The namespace belongs to no Tenant. */
  tenantUnknown: 'TenantUnknown',
  /** An object named in the spec does not exist. */
  referenceMissing: 'ReferenceMissing',
  /** An object named in the spec is Inactive or Disabled. */
  notOnOffer: 'NotOnOffer',
  /** The image is still being imported. */
  imageNotReady: 'ImageNotReady',
  /** The import of the image failed; an administrator must fix it. */
  imageImportFailed: 'ImageImportFailed',
  /** The reserved start is too far ahead for capacity to be reserved yet. */
  reservationTooFar: 'ReservationTooFar',
  /** The disk is on another node than the chosen one. */
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
  /** A node is being selected. */
  placing: 'Placing',
  /** Capacity is reserved for a later start. */
  booked: 'Booked',
  /** A node was selected; Spot machines must leave it first. */
  awaitingSpot: 'AwaitingSpot',
  /** The node went out of service before the start. */
  nodeUnavailable: 'NodeUnavailable',
  /** A regular order claimed the capacity before the start. */
  placeClaimed: 'PlaceClaimed',
  /** kube-scheduler does not schedule the machine on its node. */
  unschedulable: 'Unschedulable',

  // Operations refused by the API server or a webhook, retried.

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

  // Other operations refused by the API server.

  /** Expanding the claim of the root disk. */
  diskRefused: 'DiskRefused',
  /** Switching the machine off. */
  stopRefused: 'StopRefused',
  /** Deleting what was created for the workload. */
  deletionRefused: 'DeletionRefused',

  // The normal course.

  /** The machine has capacity on a node. */
  scheduled: 'Scheduled',
  /** The machine is starting. */
  starting: 'Starting',
  /** The machine runs. */
  running: 'Running',
  /** The machine is off, and its disk is kept. */
  stopped: 'Stopped',
  /** The workload is being deleted. */
  destroyRequested: 'DestroyRequested',
  /** The workload and its objects are deleted. */
  destroyed: 'Destroyed',
  /** A restart was requested. */
  restartRequested: 'RestartRequested',
  /** The machine is stopped to move to a node chosen by an administrator. */
  moving: 'Moving',
  /** The machine keeps running until it can start on the chosen node. */
  moveWaiting: 'MoveWaiting',
  /** The machine is stopped to move before planned maintenance, at its owner's request. */
  maintenanceMove: 'MaintenanceMove',
  /** The owner requested a move before maintenance, but the machine cannot start on another node yet. */
  maintenanceMoveWaiting: 'MaintenanceMoveWaiting',
  /** KubeVirt replaced the instance, because it crashed or its node failed. */
  machineReplaced: 'MachineReplaced',
  /** Pods of higher priority preempted the machine. */
  preempted: 'Preempted',
  /** The disk and objects exist. */
  provisioned: 'Provisioned',
  /** The disk is being created from the image. */
  copyingImage: 'CopyingImage',
  /** The machine answers at its address. */
  reachable: 'Reachable',
  /** The machine has no address yet. */
  notExposed: 'NotExposed',
  /** The guest does not answer. */
  guestNotReady: 'GuestNotReady',
  /** No action is needed. */
  progressing: 'Progressing',

  // Why a machine was stopped, or its run ended.

  /** powerState is Stopped. */
  stopRequested: 'StopRequested',
  /** No capacity was free for a new order with whenSoldOut: Refuse. */
  orderSoldOut: 'OrderSoldOut',
  /** The schedule stopped the machine. */
  scheduledStop: 'ScheduledStop',
  /** The GPUs were idle for as long as the schedule allows. */
  idleStop: 'IdleStop',
  /** An administrator locked the machine. */
  frozen: 'Frozen',
  /** The account is suspended. */
  tenantSuspended: 'TenantSuspended',
  /** The balance is exhausted. */
  runwayEnded: 'RunwayEnded',
  /** The reserved term has ended. */
  termEnded: 'TermEnded',
  /** The guest shut the machine down. */
  guestPoweredOff: 'GuestPoweredOff',
  /** Regular orders needed the capacity. */
  spotInterrupted: 'SpotInterrupted',
  /** The node went into maintenance. */
  maintenance: 'Maintenance',
  /** The instance ended unexpectedly, for example after a crash. */
  machineEnded: 'MachineEnded',

  // Notices.

  /** The machine will be stopped for regular orders. */
  spotNotice: 'SpotNotice',
  /** The machine will be stopped for maintenance of its node. */
  maintenanceNotice: 'MaintenanceNotice',
  /** The machine will be stopped by its schedule. */
  scheduledStopNotice: 'ScheduledStopNotice',
  /** The machine will be stopped if its GPUs stay idle. */
  idleStopNotice: 'IdleStopNotice',
  /** The cause of the notice is gone. */
  noticeWithdrawn: 'NoticeWithdrawn',

  // Measurement of GPU load.

  /** The GPU load is measured. */
  gpuMeasured: 'GPUMeasured',
  /** The machine has no GPU. */
  noGpu: 'NoGPU',
  /** The operator has no source of metrics. */
  metricsNotConfigured: 'MetricsNotConfigured',
  /** The machine's image has no exporter. */
  exporterMissing: 'ExporterMissing',
  /** There have been no measurements for some time. */
  measuresMissing: 'MeasuresMissing',

  // Faults and failures.

  /** A field has a value that only a newer operator knows. Events only. */
  newerVersion: 'NewerVersion',
  /** An object named in the order was deleted before the start. */
  referenceDeleted: 'ReferenceDeleted',
  /** The start took too long. */
  startDeadlineExceeded: 'StartDeadlineExceeded',
  /** The machine crashed repeatedly. */
  crashLoop: 'CrashLoop',
  /** CDI could not create the disk. */
  importFailed: 'ImportFailed',
  /** CDI creates no claim for the disk: the access mode is unknown or a quota is exhausted. */
  diskNotCreated: 'DiskNotCreated',
  /** The storage provides no volume for the disk's claim. */
  diskNotProvided: 'DiskNotProvided',
  /** The disk that held the machine's data is gone; a new one may be in its place. */
  diskLost: 'DiskLost',
  /** The image was not copied to the disk in time. */
  diskCopyStuck: 'DiskCopyStuck',
  /** CDI fails to create the disk and retries. */
  importFailing: 'ImportFailing',
  /** The pod's image cannot be pulled. */
  imagePullError: 'ImagePullError',
  /** KubeVirt accepted the VirtualMachine but cannot start it. */
  refusedByKubeVirt: 'RefusedByKubeVirt',
  /** The node does not answer. */
  nodeNotReady: 'NodeNotReady',
  /** The node did not answer for so long that the machine was marked Failed. */
  nodeLost: 'NodeLost',
  /** The instance or pod did not terminate in time. */
  stuckTerminating: 'StuckTerminating',
  /** The deletion of an object of the machine does not complete. */
  deletionStuck: 'DeletionStuck',

  // The root disk.

  /** The disk is growing. */
  diskGrowing: 'DiskGrowing',
  /** The disk grows at the next start. */
  diskGrowsAtStart: 'DiskGrowsAtStart',
  /** The node has no room for a larger disk. */
  noRoomForDisk: 'NoRoomForDisk',
  /** The storage does not support disk expansion. */
  storageCannotGrow: 'StorageCannotGrow',
  /** The price does not include a larger disk. */
  diskNotIncluded: 'DiskNotIncluded',
} as const;

/** Reasons of stops by the machine's schedule. */
export const scheduledHalts: ReadonlySet<string> = new Set([
  workloadReasons.scheduledStop,
  workloadReasons.idleStop,
]);

export type WorkloadReason = (typeof workloadReasons)[keyof typeof workloadReasons];
