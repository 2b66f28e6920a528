import * as z from 'zod';
import type { KubeObject, ResourceDefinition } from '../object.ts';
import { age, nameRule, ready, resource, type CustomResource } from '../schema/custom-resource.ts';
import * as fields from '../schema/fields.ts';

function amounts(description: string) {
  return z
    .object({
      gpus: fields.count('GPUs of all machines together.').optional(),
      workloads: fields.count('Workloads, stopped ones included.').optional(),
      ports: fields.count('Ports mapped by all machines together, those to sign in at aside.').optional(),
    })
    .describe(description);
}

const tenantSpecSchema = z
  .object({
    username: fields.objectName("The user's name in the portal."),
    state: z
      .enum(['Active', 'Suspended'])
      .default('Active')
      .describe('The machines of a suspended tenant are stopped, and none starts.'),
    quota: amounts(
      'The most the tenant may have; what is left out is not limited, but for ports, of which there may be 32.',
    ).optional(),
  })
  .describe('What the tenant may do.');

const tenantStatusSchema = z
  .object({
    ...fields.commonStatus,
    namespace: fields
      .objectName("The namespace of the tenant's workloads; workloads are accepted nowhere else.")
      .optional(),
    used: amounts('What the tenant has. A tenant that has workloads cannot be deleted.').optional(),
    free: amounts('What is left of the quota.').optional(),
  })
  .describe('What the controller found; written by it only. Condition Ready: workloads can be ordered.');

export const tenantSchema = z.object({ spec: tenantSpecSchema, status: tenantStatusSchema.optional() });

export type TenantSpec = z.infer<typeof tenantSpecSchema>;
export type TenantStatus = z.infer<typeof tenantStatusSchema>;
export type Tenant = KubeObject<TenantSpec, TenantStatus>;

export const tenants: ResourceDefinition<Tenant> = resource('Tenant', 'tenants');

export const tenantResource: CustomResource = {
  definition: tenants,
  description:
    "The cluster's side of a user; its name is the user's id. Its workloads live in namespace u-NAME.",
  schema: tenantSchema,
  rules: [
    nameRule(
      `self.metadata.name.size() <= 61 && !self.metadata.name.contains('.')`,
      "the name must be the user's id: at most 61 characters, and no dots",
    ),
  ],
  shortNames: ['tn'],
  columns: [
    { name: 'Username', type: 'string', jsonPath: '.spec.username', description: 'Name in the portal.' },
    {
      name: 'Namespace',
      type: 'string',
      jsonPath: '.status.namespace',
      description: 'Where its workloads are.',
    },
    { name: 'State', type: 'string', jsonPath: '.spec.state', description: 'Whether it may run machines.' },
    { name: 'Workloads', type: 'integer', jsonPath: '.status.used.workloads', description: 'Its workloads.' },
    { name: 'GPUs Used', type: 'integer', jsonPath: '.status.used.gpus', description: 'GPUs it has.' },
    { name: 'GPUs Quota', type: 'integer', jsonPath: '.spec.quota.gpus', description: 'GPUs it may have.' },
    ready,
    age,
  ],
  selectableFields: ['.spec.username', '.spec.state'],
};
