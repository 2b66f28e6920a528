/**
 * Why a Tenant or an object of the catalogue is as it is: the values of its conditions and of its Events. Programs compare
 * these, so they never change their meaning.
 */
export const catalogueReasons = {
  // Of several kinds.

  /** All is well. */
  ready: 'Ready',
  /** All that it names exists. */
  resolved: 'Resolved',
  /** Something that it names does not exist. */
  referenceMissing: 'ReferenceMissing',
  /** It is being deleted, and goes when nothing needs it any more. */
  deleting: 'Deleting',

  // Tenant.

  /** Its namespace does not exist yet. */
  namespaceMissing: 'NamespaceMissing',
  /** A namespace of that name was there before, and is not touched. */
  namespaceTaken: 'NamespaceTaken',
  /** An older Tenant has the username. */
  usernameTaken: 'UsernameTaken',
  /** Kubernetes has not counted yet what the quota limits. */
  quotaUnknown: 'QuotaUnknown',
  /** Nothing more can be ordered under the quota. */
  quotaUsedUp: 'QuotaUsedUp',
  /** The account is suspended. */
  suspended: 'Suspended',

  // VMImage.

  /** The disk is there. */
  imported: 'Imported',
  /** A DataSource that somebody else keeps has the disk. */
  keptElsewhere: 'KeptElsewhere',
  /** The disk of the source before is there, and the present one is not. */
  importedBefore: 'ImportedBefore',
  /** The disk is being imported. */
  importing: 'Importing',
  /** The import goes wrong and is tried again. */
  importFailing: 'ImportFailing',
  /** The import has failed for good. */
  importFailed: 'ImportFailed',
  /** No region is Active, so no disk is needed. */
  noRegion: 'NoRegion',
  /** The namespace that images are kept in does not exist. */
  imageNamespaceMissing: 'ImageNamespaceMissing',
  /** CDI is not installed. */
  cdiMissing: 'CDIMissing',
  /** The DataSource that it names does not exist. */
  dataSourceMissing: 'DataSourceMissing',
  /** The DataSource that it names has no disk. */
  dataSourceNotReady: 'DataSourceNotReady',
  /** Machines may not clone the disk where it is. */
  cloneRefused: 'CloneRefused',

  // ComputeNode: NodeFound, CapacityVerified.

  /** The cluster has the Node. */
  found: 'Found',
  /** The cluster has no such Node. */
  notFound: 'NotFound',
  /** Another ComputeNode stands for the Node. */
  taken: 'Taken',
  /** There is no Node to compare with. */
  nodeNotFound: 'NodeNotFound',
  /** The Node has what is declared. */
  verified: 'Verified',
  /** The Node has less than is declared. */
  lessThanDeclared: 'LessThanDeclared',
  /** Pods that are no machines hold some of it. */
  heldByOtherPods: 'HeldByOtherPods',

  // ComputeNode: Schedulable, Drained.

  /** Machines may be placed there. */
  open: 'Open',
  /** spec.state is Inactive. */
  inactive: 'Inactive',
  /** spec.state is Maintenance. */
  maintenance: 'Maintenance',
  /** The Node does not answer. */
  nodeNotReady: 'NodeNotReady',
  /** Somebody has cordoned the Node. */
  cordoned: 'Cordoned',
  /** The Node bears a taint that is not tolerated. */
  tainted: 'Tainted',
  /** KubeVirt's virt-handler does not work on the Node. */
  noVirtHandler: 'NoVirtHandler',
  /** No machine is there. */
  empty: 'Empty',
  /** No machine is there, but disks of stopped ones. */
  disksRemain: 'DisksRemain',
  /** Machines are there and are being stopped. */
  draining: 'Draining',
  /** Machines are there. */
  inUse: 'InUse',

  // GPU.

  /** An older GPU has the device. */
  deviceTaken: 'DeviceTaken',
  /** KubeVirt is not installed. */
  noKubeVirt: 'NoKubeVirt',
  /** The KubeVirt object permits every device. */
  notRestricted: 'NotRestricted',
  /** The KubeVirt object permits the device. */
  permitted: 'Permitted',
  /** The KubeVirt object does not permit the device. */
  notPermitted: 'NotPermitted',

  // Region.

  /** A node of the region takes machines. */
  nodesReady: 'NodesReady',
  /** The region has no node. */
  noNodes: 'NoNodes',
  /** No node of the region takes machines now. */
  noNodeReady: 'NoNodeReady',

  // PricingPolicy.

  /** The price comes to nothing. */
  priceTooLow: 'PriceTooLow',
} as const;

export type CatalogueReason = (typeof catalogueReasons)[keyof typeof catalogueReasons];
