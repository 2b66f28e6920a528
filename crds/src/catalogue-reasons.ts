/**
 * Why a Tenant or an object of the catalogue is as it is: the values of its conditions and of its Events. Programs compare
 * these, so they never change their meaning.
 */
export const catalogueReasons = {
  // Of several kinds.

  /** Everything is in order. */
  ready: 'Ready',
  /** Everything that it names exists. */
  resolved: 'Resolved',
  /** Something that it names does not exist. */
  referenceMissing: 'ReferenceMissing',
  /** Something that it names exists and is not ready. */
  referenceNotReady: 'ReferenceNotReady',
  /** It is being deleted, and is removed when nothing needs it any more. */
  deleting: 'Deleting',
  /** It has a value that only a newer operator knows; Events alone say so. */
  newerVersion: 'NewerVersion',

  // Tenant.

  /** Its namespace does not exist yet. */
  namespaceMissing: 'NamespaceMissing',
  /** A namespace of that name already existed, and is left unchanged. */
  namespaceTaken: 'NamespaceTaken',
  /** An older Tenant has the username. */
  usernameTaken: 'UsernameTaken',
  /** Kubernetes has not yet counted what the quota limits. */
  quotaUnknown: 'QuotaUnknown',
  /** Nothing more can be ordered under the quota. */
  quotaUsedUp: 'QuotaUsedUp',
  /** The account is suspended. */
  suspended: 'Suspended',

  // SKU.

  /** It is sold, but not in each of its regions or not at each of its prices. */
  soldInPart: 'SoldInPart',

  // VMImage.

  /** The disk has been imported. */
  imported: 'Imported',
  /** An external DataSource has the disk. */
  keptElsewhere: 'KeptElsewhere',
  /** Machines clone the disk of the previous source while that of the current one is imported. */
  importedBefore: 'ImportedBefore',
  /** The disk is being imported. */
  importing: 'Importing',
  /** The import fails and is retried. */
  importFailing: 'ImportFailing',
  /** CDI makes no claim for the disk: its access mode is unknown, or a quota is used up. */
  importRefused: 'ImportRefused',
  /** The storage provides no volume for the disk. */
  importNotProvided: 'ImportNotProvided',
  /** The import has failed and is not retried. */
  importFailed: 'ImportFailed',
  /** No region is Active, so no disk is needed. */
  noRegion: 'NoRegion',
  /** The namespace of the images does not exist. */
  imageNamespaceMissing: 'ImageNamespaceMissing',
  /** CDI is not installed. */
  cdiMissing: 'CDIMissing',
  /** The DataSource that it names does not exist. */
  dataSourceMissing: 'DataSourceMissing',
  /** The DataSource that it names has no disk. */
  dataSourceNotReady: 'DataSourceNotReady',
  /** Machines are not allowed to clone the disk. */
  cloneRefused: 'CloneRefused',

  // ComputeNode: ReferencesResolved, NodeFound, CapacityVerified.

  /** An SKU that it offers is for another GPU than it has. */
  gpuMismatch: 'GPUMismatch',
  /** The cluster has the Node. */
  found: 'Found',
  /** The cluster has no such Node. */
  notFound: 'NotFound',
  /** Another ComputeNode refers to the Node. */
  taken: 'Taken',
  /** There is no Node to compare with. */
  nodeNotFound: 'NodeNotFound',
  /** The Node has what is declared. */
  verified: 'Verified',
  /** The Node has less than is declared. */
  lessThanDeclared: 'LessThanDeclared',
  /** Other pods use some of it. */
  heldByOtherPods: 'HeldByOtherPods',

  // ComputeNode: GPUsForSale.

  /** No GPU is in quarantine. */
  noneQuarantined: 'NoneQuarantined',
  /** Some GPUs are out of sale until they are repaired. */
  quarantined: 'Quarantined',

  // ComputeNode: StartsMachines.

  /** No start has failed for which the node is to blame, or one has succeeded since. */
  startsSucceed: 'StartsSucceed',
  /** Starts fail there one after the other, so that no new machine is placed there. */
  startsFail: 'StartsFail',
  /** Starts fail there, and on most nodes of the region, so that it is not the node. */
  startsFailWidely: 'StartsFailWidely',

  // ComputeNode: Schedulable, Drained.

  /** Machines can be placed there. */
  open: 'Open',
  /** spec.state is Inactive. */
  inactive: 'Inactive',
  /** spec.state is Maintenance. */
  maintenance: 'Maintenance',
  /** The Node does not answer. */
  nodeNotReady: 'NodeNotReady',
  /** Somebody has cordoned the Node. */
  cordoned: 'Cordoned',
  /** The Node has a condition that tells of a lasting problem, such as node-problem-detector sets. */
  nodeProblem: 'NodeProblem',
  /** The Node has a taint that is not tolerated. */
  tainted: 'Tainted',
  /** KubeVirt's virt-handler does not run on the Node. */
  noVirtHandler: 'NoVirtHandler',
  /** No machine is there. */
  empty: 'Empty',
  /** No machine is there, only disks of stopped ones. */
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

  /** A node of the region can take machines. */
  nodesReady: 'NodesReady',
  /** The region has no node. */
  noNodes: 'NoNodes',
  /** No node of the region can take machines now. */
  noNodeReady: 'NoNodeReady',
  /** The network plugin keeps to NetworkPolicies. */
  networkPoliciesEnforced: 'NetworkPoliciesEnforced',
  /** A port that a NetworkPolicy closes was reached. */
  networkPoliciesNotEnforced: 'NetworkPoliciesNotEnforced',
  /** There was no pod to try it at, or it could not be reached. */
  networkPoliciesNotChecked: 'NetworkPoliciesNotChecked',

  // PricingPolicy.

  /** The price rounds to zero. */
  priceTooLow: 'PriceTooLow',
} as const;

export type CatalogueReason = (typeof catalogueReasons)[keyof typeof catalogueReasons];
