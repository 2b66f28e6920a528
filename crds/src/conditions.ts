/** The types of the conditions, and the reasons that another part of the product acts upon. */

export const conditionTypes = {
  /** Every kind: summary of the other conditions. */
  ready: 'Ready',
  /** Workload: nothing happens without intervention; tools that wait for a rollout stop waiting. */
  stalled: 'Stalled',

  /** Workload: may run; written by billing. */
  funded: 'Funded',
  /** Workload: has capacity on a node. */
  scheduled: 'Scheduled',
  /** Workload: its disk and objects exist. */
  provisioned: 'Provisioned',
  /** Workload: its machine runs. */
  running: 'Running',
  /** Workload: its machine answers at its address. */
  reachable: 'Reachable',

  /** Workload: the load of its GPUs, on which its schedule depends, is measured. */
  gpuMeasured: 'GPUMeasured',

  /** ComputeNode: its core Node exists. */
  nodeFound: 'NodeFound',
  /** ComputeNode: all referenced objects exist and match. */
  referencesResolved: 'ReferencesResolved',
  /** ComputeNode: the core Node has the declared resources, and other pods do not use them. */
  capacityVerified: 'CapacityVerified',
  /** ComputeNode: none of its GPUs is in quarantine. */
  gpusForSale: 'GPUsForSale',
  /** ComputeNode: machines placed there start. */
  startsMachines: 'StartsMachines',
  /** ComputeNode: machines can be placed there. */
  schedulable: 'Schedulable',
  /** ComputeNode: no machine is left there. */
  drained: 'Drained',

  /** Region: the cluster's network plugin isolates machines of different tenants. */
  networkPoliciesEnforced: 'NetworkPoliciesEnforced',

  /** VMImage: the disk is the one in the spec. */
  imported: 'Imported',

  /** GPU: the KubeVirt object permits the device. */
  permitted: 'Permitted',
} as const;

/** Reasons of a Workload's condition Funded. */
export const fundedReasons = {
  /** Billing accepted the order; the machine may run. */
  orderAccepted: 'OrderAccepted',
  /** The balance is exhausted. */
  insufficientFunds: 'InsufficientFunds',
  /** The reserved term has ended. */
  termEnded: 'TermEnded',
  /** Reserved: no run started in time, so the term is refunded. */
  notDelivered: 'NotDelivered',
  /** No node is large enough anymore, so the order is refunded. */
  neverPlaceable: 'NeverPlaceable',
  /** No capacity was free for a new order with whenSoldOut: Refuse, so it is refunded. */
  orderSoldOut: 'OrderSoldOut',
  /** Stopped; the next start must be funded again. */
  released: 'Released',
  /** The order cannot be accepted with its terms and is refunded. */
  orderRejected: 'OrderRejected',
  /** The balance is too low for the order, which is retried; a Pending workload stays Pending. */
  awaitingFunds: 'AwaitingFunds',
  /** An object named in the order is missing, inactive or not ready. */
  notOnOffer: 'NotOnOffer',
  /** No capacity is free for the order; it is placed once there is. */
  soldOut: 'SoldOut',
  /** The order would exceed a quota of the user. */
  quotaExceeded: 'QuotaExceeded',
  /** The user has reached the limit of orders and starts per hour. */
  rateLimited: 'OrderRateLimited',
  /** The order would exceed its owner's spending limit. */
  spendingLimit: 'SpendingLimitReached',
  /** The tenant's account is missing or disabled. */
  noPayer: 'NoPayer',
  /** Another order has the name. */
  nameTaken: 'NameTaken',
} as const;

/** Reasons of an order or run that the cluster does not know. */
export const orderReasons = {
  /** The order is being sent to the cluster. */
  placed: 'OrderPlaced',
  /** The customer canceled the order. */
  cancelled: 'OrderCancelled',
  /** The order did not reach the cluster in time. */
  expired: 'OrderExpired',
  /** The cluster refused the order. */
  refusedByCluster: 'RefusedByCluster',
  /** The run's machine disappeared without a recorded end. */
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
  /** The order is larger than any node that offers the SKU: no money should be held for it. */
  neverPlaceable: 'NeverPlaceable',
  /** No node has enough free capacity. */
  noCapacity: 'NoCapacity',
  /** An earlier order is served first. */
  queued: 'Queued',
  /** The tenant's GPU quota is exhausted. */
  quotaExceeded: 'QuotaExceeded',
} as const;

export type PlacementReason = (typeof placementReasons)[keyof typeof placementReasons];
