import * as z from 'zod';
import type { KubeObject, ResourceDefinition } from '../object.ts';
import {
  age,
  nameRule,
  nameRules,
  ready,
  resource,
  type CustomResource,
  type PrinterColumn,
} from '../schema/custom-resource.ts';
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

const columns: PrinterColumn[] = [
  { name: 'Phase', type: 'string', jsonPath: '.status.phase', description: 'Where it is in its life cycle.' },
  { name: 'Reason', type: 'string', jsonPath: '.status.reason', description: 'Why it is in this phase.' },
  { name: 'SKU', type: 'string', jsonPath: '.spec.sku', description: 'What was ordered.' },
  {
    name: 'GPUs',
    type: 'integer',
    jsonPath: '.status.resources.gpu.count',
    description: 'How many GPUs it has.',
  },
  { name: 'Region', type: 'string', jsonPath: '.spec.region', description: 'Where it was ordered.' },
  { name: 'Node', type: 'string', jsonPath: '.status.placed.node', description: 'Where it runs.' },
  { name: 'Address', type: 'string', jsonPath: '.status.address', description: 'Where it is reached.' },
  { name: 'SSH', type: 'integer', jsonPath: '.status.sshPort', description: 'The port for SSH.' },
  ready,
  age,
];

const wideColumns: Omit<PrinterColumn, 'priority'>[] = [
  { name: 'Username', type: 'string', jsonPath: '.status.username', description: 'Its owner.' },
  { name: 'Image', type: 'string', jsonPath: '.spec.image', description: 'Its image.' },
  { name: 'Pricing', type: 'string', jsonPath: '.spec.pricing.policy', description: 'Its pricing policy.' },
  {
    name: 'Stops at',
    type: 'string',
    jsonPath: '.status.schedule.stopAt',
    description: 'When its schedule stops it.',
  },
  {
    name: 'Starts at',
    type: 'string',
    jsonPath: '.status.schedule.startAt',
    description: 'When its weekly plan starts it.',
  },
  { name: 'URL', type: 'string', jsonPath: '.status.url', description: 'Its web address.' },
];

export const workloadResource: CustomResource = {
  definition: workloads,
  description:
    'A machine that a customer rents. Write workloads.gpulease.dev in commands: other systems have workloads too.',
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
      // Whether an order has GPUs says its SKU, which no rule can see before the first look at it.
      rule:
        '!has(self.spec.schedule) || !has(self.spec.schedule.idle) || ' +
        '(has(oldSelf.spec.schedule) && has(oldSelf.spec.schedule.idle)) || ' +
        '!has(oldSelf.status) || !has(oldSelf.status.resources) || has(oldSelf.status.resources.gpu)',
      message: 'idle is for machines with GPUs; choose another kind of schedule',
      fieldPath: '.spec.schedule',
    },
  ],
  shortNames: ['gwl'],
  columns: [...columns, ...wideColumns.map((column) => ({ ...column, priority: 1 }))],
  selectableFields: [
    '.spec.sku',
    '.spec.image',
    '.spec.region',
    '.status.phase',
    '.status.reason',
    '.status.placed.node',
  ],
};
