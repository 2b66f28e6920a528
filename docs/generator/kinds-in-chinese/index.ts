import { commonInChinese } from './common.ts';
import { computeNodeInChinese } from './compute-node.ts';
import { gpuInChinese } from './gpu.ts';
import { pricingPolicyInChinese } from './pricing-policy.ts';
import { regionInChinese } from './region.ts';
import { skuInChinese } from './sku.ts';
import { tenantInChinese } from './tenant.ts';
import { vmImageInChinese } from './vm-image.ts';
import { workloadSpecInChinese } from './workload-spec.ts';
import { workloadStatusInChinese } from './workload-status.ts';

/** English sentence → Chinese, for the schemas of all kinds. */
export const kindsInChinese = {
  place: 'docs/generator/kinds-in-chinese/',
  tables: [
    commonInChinese,
    regionInChinese,
    computeNodeInChinese,
    gpuInChinese,
    skuInChinese,
    vmImageInChinese,
    pricingPolicyInChinese,
    tenantInChinese,
    workloadSpecInChinese,
    workloadStatusInChinese,
  ],
};
