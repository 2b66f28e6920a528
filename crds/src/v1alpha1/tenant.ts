import * as z from 'zod';
import type { KubeObject, ResourceDefinition } from '../object.ts';
import { age, nameRule, readyAndWhy, resource, type CustomResource } from '../schema/custom-resource.ts';
import * as fields from '../schema/fields.ts';

function amounts(description: string, storage: typeof fields.size | typeof fields.bytes) {
  return z
    .object({
      gpus: fields.count('Total GPUs of all machines.').optional(),
      workloads: fields.count('Workloads, including stopped ones.').optional(),
      ports: fields.count('Total ports mapped by all machines, without those to sign in.').optional(),
      storage: storage('Total root disks of all machines, including stopped ones.').optional(),
    })
    .describe(description);
}

const quotaText =
  'Limits of the tenant. Unset ones are unlimited, except ports, which defaults to 32, and startsPerHour.';

const tenantSpecSchema = z
  .object({
    username: fields.objectName("The user's name in the portal."),
    state: z
      .enum(['Active', 'Suspended'])
      .default('Active')
      .describe("Suspended stops the tenant's machines and prevents starts."),
    quota: amounts(quotaText, fields.size)
      .extend({
        startsPerHour: fields
          .count(
            "Orders, starts and restarts within an hour, excluding those by operators and the platform. Defaults to the platform's limit.",
          )
          .optional(),
      })
      .describe(quotaText)
      .optional(),
  })
  .describe('The tenant and its limits.');

const tenantStatusSchema = z
  .object({
    ...fields.commonStatus,
    namespace: fields
      .objectName("Namespace of the tenant's workloads, which are accepted nowhere else.")
      .optional(),
    used: amounts(
      'Current usage. Deletion is blocked while the tenant has workloads.',
      fields.bytes,
    ).optional(),
    free: amounts('Remaining quota.', fields.bytes).optional(),
  })
  .describe('Observed state, written only by the controller. Condition Ready: workloads can be ordered.');

export const tenantSchema = z.object({ spec: tenantSpecSchema, status: tenantStatusSchema.optional() });

export type TenantSpec = z.infer<typeof tenantSpecSchema>;
export type Tenant = KubeObject<TenantSpec, z.infer<typeof tenantStatusSchema>>;

export const tenants: ResourceDefinition<Tenant> = resource('Tenant', 'tenants');

export const tenantResource: CustomResource = {
  definition: tenants,
  description:
    "A user of the portal in the cluster, named by the user's ID. Its workloads are in namespace u-NAME.",
  schema: tenantSchema,
  rules: [
    nameRule(
      `self.metadata.name.size() <= 61 && !self.metadata.name.contains('.')`,
      "the name must be the user's id: at most 61 characters, and no dots",
    ),
  ],
  shortNames: ['tn'],
  columns: [
    ['Username', 'string', '.spec.username', 'Name in the portal.'],
    ['Namespace', 'string', '.status.namespace', 'Where its workloads are.'],
    ['State', 'string', '.spec.state', 'Whether it can run machines.'],
    ['Workloads', 'integer', '.status.used.workloads', 'Its workloads.'],
    ['GPUs Used', 'integer', '.status.used.gpus', 'GPUs that it uses.'],
    ['GPUs Quota', 'integer', '.spec.quota.gpus', 'GPUs that it can have.'],
    ...readyAndWhy,
    age,
    ['Storage Used', 'string', '.status.used.storage', 'Root disks that it has.', 'wide'],
    ['Storage Quota', 'string', '.spec.quota.storage', 'Root disks that it can have.', 'wide'],
  ],
  selectableFields: ['.spec.username', '.spec.state'],
};
