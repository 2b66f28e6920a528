/**
 * Why a Tenant or an object of the catalogue is as it is: the values of its conditions and of its Events. Programs compare
 * these, so they never change their meaning.
 */
export const catalogueReasons = {
  // Several kinds.

  /** The object is ready. */
  ready: 'Ready',
  /** All referenced objects exist. */
  resolved: 'Resolved',
  /** A referenced object does not exist. */
  referenceMissing: 'ReferenceMissing',
  /** A referenced object is not ready. */
  referenceNotReady: 'ReferenceNotReady',
  /** The object is being deleted and is removed once nothing uses it. */
  deleting: 'Deleting',
  /** A field has a value that only a newer operator knows. Events only. */
  newerVersion: 'NewerVersion',

  // Tenant.

  /** The namespace does not exist yet. */
  namespaceMissing: 'NamespaceMissing',
  /** A namespace of that name already existed and is left unchanged. */
  namespaceTaken: 'NamespaceTaken',
  /** An older Tenant has the username. */
  usernameTaken: 'UsernameTaken',
  /** Kubernetes has not yet counted the usage of the quota. */
  quotaUnknown: 'QuotaUnknown',
  /** The quota is exhausted. */
  quotaUsedUp: 'QuotaUsedUp',
  /** The account is suspended. */
  suspended: 'Suspended',

  // SKU.

  /** The SKU is not sold in all of its regions or at all of its prices. */
  soldInPart: 'SoldInPart',

  // VMImage.

  /** The disk has been imported. */
  imported: 'Imported',
  /** An external DataSource has the disk. */
  keptElsewhere: 'KeptElsewhere',
  /** Machines clone the previous disk until the current source is imported. */
  importedBefore: 'ImportedBefore',
  /** The disk is being imported. */
  importing: 'Importing',
  /** The import failed and is retried. */
  importFailing: 'ImportFailing',
  /** CDI creates no claim for the disk: the access mode is unknown or a quota is exhausted. */
  importRefused: 'ImportRefused',
  /** The storage provides no volume for the disk. */
  importNotProvided: 'ImportNotProvided',
  /** The import failed and is not retried. */
  importFailed: 'ImportFailed',
  /** No disk is needed because no region is Active. */
  noRegion: 'NoRegion',
  /** The namespace of the images does not exist. */
  imageNamespaceMissing: 'ImageNamespaceMissing',
  /** CDI is not installed. */
  cdiMissing: 'CDIMissing',
  /** The referenced DataSource does not exist. */
  dataSourceMissing: 'DataSourceMissing',
  /** The referenced DataSource has no disk. */
  dataSourceNotReady: 'DataSourceNotReady',
  /** Machines are not allowed to clone the disk. */
  cloneRefused: 'CloneRefused',

  // ComputeNode: ReferencesResolved, NodeFound, CapacityVerified.

  /** A SKU of the node needs another GPU model than the node has. */
  gpuMismatch: 'GPUMismatch',
  /** The Node exists in the cluster. */
  found: 'Found',
  /** The Node does not exist in the cluster. */
  notFound: 'NotFound',
  /** Another ComputeNode refers to the Node. */
  taken: 'Taken',
  /** There is no Node to compare with. */
  nodeNotFound: 'NodeNotFound',
  /** The Node has the declared resources. */
  verified: 'Verified',
  /** The Node has less than the declared resources. */
  lessThanDeclared: 'LessThanDeclared',
  /** Other pods use some of the declared resources. */
  heldByOtherPods: 'HeldByOtherPods',

  // ComputeNode: GPUsForSale.

  /** No GPU is in quarantine. */
  noneQuarantined: 'NoneQuarantined',
  /** Some GPUs are withheld from sale until they are repaired. */
  quarantined: 'Quarantined',

  // ComputeNode: StartsMachines.

  /** No start has failed because of the node, or one has succeeded since. */
  startsSucceed: 'StartsSucceed',
  /** Consecutive starts fail there, so no new machine is placed there. */
  startsFail: 'StartsFail',
  /** Starts fail on most nodes of the region, so this node is not the cause. */
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
  /** The Node is cordoned. */
  cordoned: 'Cordoned',
  /** The Node reports a permanent problem, for example set by node-problem-detector. */
  nodeProblem: 'NodeProblem',
  /** The Node has a taint that is not tolerated. */
  tainted: 'Tainted',
  /** KubeVirt's virt-handler does not run on the Node. */
  noVirtHandler: 'NoVirtHandler',
  /** There are no machines on the node. */
  empty: 'Empty',
  /** Only disks of stopped machines are on the node. */
  disksRemain: 'DisksRemain',
  /** Machines on the node are being stopped. */
  draining: 'Draining',
  /** There are machines on the node. */
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
  /** The network plugin enforces NetworkPolicies. */
  networkPoliciesEnforced: 'NetworkPoliciesEnforced',
  /** A port closed by a NetworkPolicy was reachable. */
  networkPoliciesNotEnforced: 'NetworkPoliciesNotEnforced',
  /** There was no pod to test with, or it could not be reached. */
  networkPoliciesNotChecked: 'NetworkPoliciesNotChecked',

  // PricingPolicy.

  /** The price rounds to zero. */
  priceTooLow: 'PriceTooLow',
} as const;

export type CatalogueReason = (typeof catalogueReasons)[keyof typeof catalogueReasons];
