/** Checks the objects of a backup against the schemas that the API server enforces. */
import {
  computeNodes,
  computeNodeSchema,
  gpus,
  gpuSchema,
  pricingPolicies,
  pricingPolicySchema,
  regions,
  regionSchema,
  skus,
  skuSchema,
  tenants,
  tenantSchema,
  vmImages,
  vmImageSchema,
  workloads,
  workloadSchema,
  type Workload,
} from '@gpulease/crds';
import { objectKey, type ApiObject } from '@gpulease/kube';
import type * as z from 'zod';
import { restoredObject, restoredStatus, restoredWorkload } from './restored-object.ts';
import type { Backup } from './manifest.ts';
import { objectsOf } from './restore-cluster.ts';

const schemas: Readonly<Record<string, z.ZodType>> = {
  [regions.plural]: regionSchema,
  [gpus.plural]: gpuSchema,
  [pricingPolicies.plural]: pricingPolicySchema,
  [vmImages.plural]: vmImageSchema,
  [skus.plural]: skuSchema,
  [computeNodes.plural]: computeNodeSchema,
  [tenants.plural]: tenantSchema,
};

/**
 * Checks every custom resource as `restoreCluster` would create it. Returns their number. Throws at the first one that
 * its schema rejects.
 */
export async function checkObjects(backup: Backup): Promise<number> {
  let checked = 0;
  for (const [plural, schema] of Object.entries(schemas))
    for await (const object of objectsOf(backup, plural)) {
      checkObject(schema, restoredObject(object));
      checked += 1;
    }
  for await (const workload of objectsOf<Workload>(backup, workloads.plural)) {
    checkObject(workloadSchema, { ...restoredWorkload(workload), status: restoredStatus(workload) });
    checked += 1;
  }
  return checked;
}

function checkObject(schema: z.ZodType, object: ApiObject & { status?: unknown }): void {
  const [issue] = schema.safeParse(object).error?.issues ?? [];
  if (!issue) return;
  const { kind, metadata } = object;
  throw new Error(
    `${kind} ${objectKey(metadata)} cannot be restored: ${issue.path.join('.')}: ${issue.message}`,
  );
}
