import * as z from 'zod';
import type { KubeObject, ResourceDefinition } from '../object.ts';
import { age, nameRule, readyAndWhy, resource, type CustomResource } from '../schema/custom-resource.ts';
import * as fields from '../schema/fields.ts';

function amounts(description: string, storage: typeof fields.size | typeof fields.bytes) {
  return z
    .object({
      gpus: fields.count('GPUs of all machines together.').optional(),
      workloads: fields.count('Workloads, stopped ones included.').optional(),
      ports: fields.count('Ports mapped by all machines together, without those to sign in.').optional(),
      storage: storage('Root disks of all machines together, those of stopped ones included.').optional(),
    })
    .describe(description);
}

const quotaText =
  'The most that the tenant can have; what is left out is not limited, except ports, whose default is 32, and startsPerHour.';

const tenantSpecSchema = z
  .object({
    username: fields.objectName("The user's name in the portal."),
    state: z
      .enum(['Active', 'Suspended'])
      .default('Active')
      .describe('The machines of a suspended tenant are stopped and do not start.'),
    quota: amounts(quotaText, fields.size)
      .extend({
        startsPerHour: fields
          .count(
            "Orders, starts and restarts within an hour; those of operators and of the platform are not counted. If left out, the platform's limit holds.",
          )
          .optional(),
      })
      .describe(quotaText)
      .optional(),
  })
  .describe('The tenant and what it is allowed to use.');

const tenantStatusSchema = z
  .object({
    ...fields.commonStatus,
    namespace: fields
      .objectName("The namespace of the tenant's workloads; workloads are accepted nowhere else.")
      .optional(),
    used: amounts(
      'What the tenant uses. While it has workloads, it cannot be deleted.',
      fields.bytes,
    ).optional(),
    free: amounts('What is left of the quota.', fields.bytes).optional(),
  })
  .describe('The observed state; only the controller writes it. Condition Ready: workloads can be ordered.');

export const tenantSchema = z.object({ spec: tenantSpecSchema, status: tenantStatusSchema.optional() });

export type TenantSpec = z.infer<typeof tenantSpecSchema>;
export type Tenant = KubeObject<TenantSpec, z.infer<typeof tenantStatusSchema>>;

export const tenants: ResourceDefinition<Tenant> = resource('Tenant', 'tenants');

export const tenantResource: CustomResource = {
  definition: tenants,
  description:
    "A user of the portal in the cluster; its name is the user's id. Its workloads are in namespace u-NAME.",
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
