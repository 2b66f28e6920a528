import type { CustomResource } from '../schema/custom-resource.ts';
import { computeNodeResource } from '../v1alpha1/compute-node.ts';
import { gpuResource } from '../v1alpha1/gpu.ts';
import { pricingPolicyResource } from '../v1alpha1/pricing-policy.ts';
import { regionResource } from '../v1alpha1/region.ts';
import { skuResource } from '../v1alpha1/sku.ts';
import { tenantResource } from '../v1alpha1/tenant.ts';
import { vmImageResource } from '../v1alpha1/vm-image.ts';
import { workloadResource } from '../v1alpha1/workload.ts';

export const customResources: CustomResource[] = [
  regionResource,
  computeNodeResource,
  gpuResource,
  skuResource,
  vmImageResource,
  pricingPolicyResource,
  tenantResource,
  workloadResource,
];
