export { API_VERSION, GROUP, VERSION } from './group.ts';
export type { Condition, KubeObject, ObjectMeta, OwnerReference, ResourceDefinition } from './object.ts';
export {
  annotations,
  BY_GPU_CHECK,
  CHECKS_NAMESPACE,
  DEFAULT_GPU_CHECK_SECONDS,
  DEFAULT_MAINTENANCE_NOTICE_SECONDS,
  deploymentNames,
  FAILED_GPU_CHECK,
  fieldManagers,
  finalizers,
  labels,
  MAX_SKU_QUANTITY,
  OPERATOR_LEASE,
  serviceAccounts,
  skuLabel,
  SYSTEM_NAMESPACE,
  tenantNamespace,
  tenantOf,
  workloadLabels,
} from './names.ts';
export {
  conditionTypes,
  fundedReasons,
  orderReasons,
  placementReasons,
  resumableHalts,
  waitingFundedReasons,
  type ConditionType,
  type FundedReason,
  type PlacementReason,
} from './conditions.ts';
export { catalogueReasons, type CatalogueReason } from './catalogue-reasons.ts';
export { nodeStateAt, plannedMaintenanceOf } from './node-state.ts';
export { faultsPerGpuMonth } from './fault-rate.ts';
export { OpenRequests, requestIdOf } from './open-requests.ts';
export { openRunOf } from './open-run.ts';
export { waitsForMaintenance } from './waits-for-maintenance.ts';
export { wantsChecks } from './wants-checks.ts';
export { phaseOf } from './phase.ts';
export { DEFAULT_PORT_QUOTA, mappedPorts, portQuotaOf } from './ports.ts';
export { scheduledHalts, waitingReasons, workloadReasons, type WorkloadReason } from './reasons.ts';
export { unknownValueOf } from './unknown-value.ts';
export { movesFromLostNode, returnOfLostNode } from './node-loss.ts';
export { restartAskedAt } from './restart.ts';

export {
  computeNodes,
  computeNodeSchema,
  gpuIdentity,
  type ComputeNode,
  type ComputeNodeSpec,
  type ComputeNodeStatus,
  type GPUCheckStatus,
  type FailedStart,
  type NodeDevice,
  type NodeReliability,
  type QuarantinedGpus,
  type SuspectMachine,
} from './v1alpha1/compute-node.ts';
export { gpus, gpuSchema, type GPU, type GPUSpec, type GPUStatus } from './v1alpha1/gpu.ts';
export {
  pricingPolicies,
  pricingPolicySchema,
  type PricingPolicy,
  type PricingPolicySpec,
  type PricingPolicyStatus,
} from './v1alpha1/pricing-policy.ts';
export {
  SHOWN_MODELS,
  regions,
  regionSchema,
  type GPUCheck,
  type Region,
  type RegionSpec,
  type RegionStatus,
} from './v1alpha1/region.ts';
export {
  SHOWN_FAULTS,
  SHOWN_LATER,
  SHOWN_REGIONS,
  skus,
  skuSchema,
  type SKU,
  type SKUSpec,
  type SKUStatus,
} from './v1alpha1/sku.ts';
export { tenants, tenantSchema, type Tenant, type TenantSpec, type TenantStatus } from './v1alpha1/tenant.ts';
export {
  vmImages,
  vmImageSchema,
  type VMImage,
  type VMImageSpec,
  type VMImageStatus,
} from './v1alpha1/vm-image.ts';
export type { IdleRule } from './v1alpha1/idle.ts';
export {
  workloads,
  workloadSchema,
  type Run,
  type Workload,
  type WorkloadPhase,
  type WorkloadSpec,
  type WorkloadStatus,
} from './v1alpha1/workload.ts';
