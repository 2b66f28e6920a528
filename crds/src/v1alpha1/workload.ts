import * as z from 'zod';
import type { KubeObject, ResourceDefinition } from '../object.ts';
import { age, nameRule, nameRules, ready, resource, type CustomResource } from '../schema/custom-resource.ts';
import * as fields from '../schema/fields.ts';
import { workloadSpecSchema } from './workload-spec.ts';
import { workloadStatusSchema, type runSchema, type workloadPhaseSchema } from './workload-status.ts';

export const workloadSchema = z.object({ spec: workloadSpecSchema, status: workloadStatusSchema.optional() });

export type WorkloadSpec = z.infer<typeof workloadSpecSchema>;
export type WorkloadStatus = z.infer<typeof workloadStatusSchema>;
export type WorkloadPhase = z.infer<typeof workloadPhaseSchema>;
export type Run = z.infer<typeof runSchema>;
export type Workload = KubeObject<WorkloadSpec, WorkloadStatus>;

export const workloads: ResourceDefinition<Workload> = resource('Workload', 'workloads', 'Namespaced');

export const workloadResource: CustomResource = {
  definition: workloads,
  description:
    'A machine that a customer rents. Use workloads.gpulease.dev in commands: other systems have workloads too.',
  schema: workloadSchema,
  rules: [
    ...nameRules,
    nameRule(`self.metadata.name != 'create'`, 'the portal uses the name create itself; choose another'),
    {
      rule:
        'self.spec.rootDiskSize == oldSelf.spec.rootDiskSize || ' +
        '!has(oldSelf.status) || !has(oldSelf.status.resources) || ' +
        `${fields.isNoQuantity('self.spec.rootDiskSize')} || !isQuantity(oldSelf.status.resources.disk) || ` +
        'quantity(self.spec.rootDiskSize).compareTo(quantity(oldSelf.status.resources.disk)) <= 0',
      message:
        'rootDiskSize can grow no further than the disk that the price includes, see status.resources.disk',
      fieldPath: '.spec.rootDiskSize',
    },
    {
      // Whether an order has GPUs depends on its SKU, which rules see only in the status after the first reconcile.
      rule:
        '!has(self.spec.schedule) || !has(self.spec.schedule.idle) || ' +
        '(has(oldSelf.spec.schedule) && has(oldSelf.spec.schedule.idle)) || ' +
        '!has(oldSelf.status) || !has(oldSelf.status.resources) || has(oldSelf.status.resources.gpu)',
      message: 'idle is for machines with GPUs; choose another kind of schedule',
      fieldPath: '.spec.schedule',
    },
  ],
  shortNames: ['gwl'],
  columns: [
    ['Phase', 'string', '.status.phase', 'Where it is in its life cycle.'],
    ['Reason', 'string', '.status.reason', 'Why it is in this phase.'],
    ['SKU', 'string', '.spec.sku', 'What was ordered.'],
    ['GPUs', 'integer', '.status.resources.gpu.count', 'How many GPUs it has.'],
    ['Region', 'string', '.spec.region', 'Where it was ordered.'],
    ['Node', 'string', '.status.placed.node', 'Where it runs.'],
    ['Address', 'string', '.status.address', 'Where it is reached.'],
    ['SSH', 'integer', '.status.sshPort', 'The port for SSH.'],
    ready,
    age,
    ['Username', 'string', '.status.username', 'Its owner.', 'wide'],
    ['Image', 'string', '.spec.image', 'Its image.', 'wide'],
    ['Pricing', 'string', '.spec.pricing.policy', 'Its pricing policy.', 'wide'],
    ['Stops at', 'string', '.status.schedule.stopAt', 'When its schedule stops it.', 'wide'],
    ['Starts at', 'string', '.status.schedule.startAt', 'When its weekly plan starts it.', 'wide'],
    ['URL', 'string', '.status.url', 'Its web address.', 'wide'],
  ],
  selectableFields: [
    '.spec.sku',
    '.spec.image',
    '.spec.region',
    '.status.phase',
    '.status.reason',
    '.status.placed.node',
  ],
};
