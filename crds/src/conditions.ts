/** The types of the conditions, and the reasons that another part of the product acts upon. */

export const conditionTypes = {
  /** Every kind: the summary. */
  ready: 'Ready',
  /** Workload: nothing happens until somebody acts; tools that wait for a rollout stop waiting then. */
  stalled: 'Stalled',

  /** Workload: it may run; written by billing. */
  funded: 'Funded',
  /** Workload: it has capacity on a node. */
  scheduled: 'Scheduled',
  /** Workload: its disk and objects exist. */
  provisioned: 'Provisioned',
  /** Workload: its machine runs. */
  running: 'Running',
  /** Workload: its machine answers at its address. */
  reachable: 'Reachable',

  /** Workload: it is measured how busy its GPUs are, by which its schedule goes. */
  gpuMeasured: 'GPUMeasured',

  /** ComputeNode: its core Node exists. */
  nodeFound: 'NodeFound',
  /** ComputeNode: everything that it names exists and fits together. */
  referencesResolved: 'ReferencesResolved',
  /** ComputeNode: the core Node has what is declared, and other pods leave it to machines. */
  capacityVerified: 'CapacityVerified',
  /** ComputeNode: none of its GPUs is in quarantine. */
  gpusForSale: 'GPUsForSale',
  /** ComputeNode: machines that are placed there start. */
  startsMachines: 'StartsMachines',
  /** ComputeNode: machines can be placed there. */
  schedulable: 'Schedulable',
  /** ComputeNode: no machine is left there. */
  drained: 'Drained',

  /** Region: the cluster's network plugin keeps machines of different tenants apart. */
  networkPoliciesEnforced: 'NetworkPoliciesEnforced',

  /** VMImage: the disk is the one that the spec describes. */
  imported: 'Imported',

  /** GPU: the KubeVirt object permits the device. */
  permitted: 'Permitted',
} as const;

/** Reasons of a Workload's condition Funded. */
export const fundedReasons = {
  /** Billing has accepted the order, and it may run. */
  orderAccepted: 'OrderAccepted',
  /** The balance is used up. */
  insufficientFunds: 'InsufficientFunds',
  /** The reserved term is over. */
  termEnded: 'TermEnded',
  /** Reserved: no run began in time, so the term is refunded. */
  notDelivered: 'NotDelivered',
  /** No node is large enough any more, so the order is refunded. */
  neverPlaceable: 'NeverPlaceable',
  /** Nothing was free for a new order that was not to wait, so it is refunded. */
  orderSoldOut: 'OrderSoldOut',
  /** Stopped; a new start must be funded again. */
  released: 'Released',
  /** The order cannot be accepted with its terms; what was paid is returned. */
  orderRejected: 'OrderRejected',
  /** The balance is too low for the order, which is tried again; a Pending workload stays Pending. */
  awaitingFunds: 'AwaitingFunds',
  /** Something that the order names is missing, inactive or not ready. */
  notOnOffer: 'NotOnOffer',
  /** Nothing is free for the order; it is placed when there is. */
  soldOut: 'SoldOut',
  /** It would go beyond a quota of the user. */
  quotaExceeded: 'QuotaExceeded',
  /** The user has reached the limit of orders and starts per hour. */
  rateLimited: 'OrderRateLimited',
  /** It would go beyond what its owner wants to spend. */
  spendingLimit: 'SpendingLimitReached',
  /** The account of the tenant is missing or disabled, so nobody can pay. */
  noPayer: 'NoPayer',
  /** Another order has the name. */
  nameTaken: 'NameTaken',
} as const;

/** What the portal says of an order, or of a run, that the cluster does not know. */
export const orderReasons = {
  /** It is on its way to the cluster. */
  placed: 'OrderPlaced',
  /** Its customer has canceled it. */
  cancelled: 'OrderCancelled',
  /** It did not reach the cluster in time. */
  expired: 'OrderExpired',
  /** The cluster refused it. */
  refusedByCluster: 'RefusedByCluster',
  /** The run's machine has disappeared, and nobody saw its end. */
  vanished: 'Vanished',
} as const;

/** Reasons with which a Pending workload waits for billing to accept its order. */
export const waitingFundedReasons: ReadonlySet<string> = new Set([
  fundedReasons.awaitingFunds,
  fundedReasons.notOnOffer,
  fundedReasons.soldOut,
  fundedReasons.quotaExceeded,
  fundedReasons.rateLimited,
  fundedReasons.spendingLimit,
  fundedReasons.noPayer,
  fundedReasons.nameTaken,
]);

export type FundedReason = (typeof fundedReasons)[keyof typeof fundedReasons];

/** Reasons in `status.halt` after which `resume: Automatic` restarts the machine. */
export const resumableHalts = { funds: 'Funds', maintenance: 'Maintenance', spot: 'Spot' } as const;

/** Why a Pending Workload is not placed. Each of them can pass, and then it is placed. */
export const placementReasons = {
  /** The chosen node does not exist. */
  noSuchNode: 'NoSuchNode',
  /** The chosen node cannot run it. */
  nodeUnsuitable: 'NodeUnsuitable',
  /** No node of the region offers the SKU, or none with the SKU's GPUs. */
  skuNotOffered: 'SKUNotOffered',
  /** No node that offers the SKU can run the image. */
  architectureNotOffered: 'ArchitectureNotOffered',
  /** It is larger than the largest node that offers the SKU: no money should be held for it. */
  neverPlaceable: 'NeverPlaceable',
  /** No node has enough free capacity. */
  noCapacity: 'NoCapacity',
  /** An earlier order is served first. */
  queued: 'Queued',
  /** The tenant's quota of GPUs is used up. */
  quotaExceeded: 'QuotaExceeded',
} as const;

export type PlacementReason = (typeof placementReasons)[keyof typeof placementReasons];
