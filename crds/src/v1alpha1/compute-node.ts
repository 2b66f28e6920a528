import * as z from 'zod';
import type { KubeObject, ResourceDefinition } from '../object.ts';
import { age, nameRules, ready, resource, type CustomResource } from '../schema/custom-resource.ts';
import * as fields from '../schema/fields.ts';

const resources = z
  .object({
    cpu: z.int32().min(1).max(4096).describe('CPU cores for machines.'),
    memory: fields.size('Memory for machines.'),
    storage: fields.size('Disk space for machines.'),
    gpus: z
      .object({
        model: fields.objectName('Name of the GPU object.'),
        count: z.int32().min(1).max(64).describe('How many GPUs of the model the node has.'),
      })
      .describe('The GPUs; leave it out for a node without any.')
      .optional(),
  })
  .describe(
    'What the node has for machines, besides what the system itself needs. Machines get at most what the core Node really has.',
  );

const maintenance = z
  .object({
    reason: fields.text(256, 'Why, in words that customers read.'),
    noticeSeconds: z
      .int32()
      .min(0)
      .max(604_800)
      .describe('Seconds between the notice to customers and the stop of their machines; when left out, 600.')
      .optional(),
  })
  .describe('What customers are told in state Maintenance.');

const computeNodeSpecSchema = z
  .object({
    description: fields.text(1024, 'What the node is, for administrators.'),
    tags: fields.tags.optional(),
    region: fields.objectName(
      'Name of the Region that the node is in. It cannot be changed while workloads need the node.',
    ),
    nodeName: fields
      .longObjectName(
        'Name of the core Node; when left out, the name of this object. One ComputeNode stands for each; it cannot be changed while workloads need the node.',
      )
      .optional(),
    resources,
    skus: fields.nameList(64, 'The SKUs that may run here, at least one.', 'Name of a SKU.').min(1),
    state: z
      .enum(['Active', 'Inactive', 'Maintenance'])
      .default('Active')
      .describe(
        'Active runs machines. Inactive starts no more machines here; what runs goes on. Maintenance gives notice to the customers and then stops what runs here.',
      ),
    maintenance: maintenance.optional(),
  })
  .describe('What the node is and may run.');

function amounts(description: string) {
  return z
    .object({
      cpu: fields.count('Whole CPU cores.'),
      memory: fields.bytes('Memory as a quantity.'),
      storage: fields.bytes('Disk space as a quantity.'),
      gpus: fields.count('GPUs.'),
    })
    .describe(description);
}

const computeNodeStatusSchema = z
  .object({
    ...fields.commonStatus,
    capacity: amounts(
      'What machines may use in all: what is declared, but not more than the core Node can allocate.',
    ).optional(),
    allocated: amounts(
      'What machines hold, paid bookings and the disks of stopped machines included.',
    ).optional(),
    free: amounts('What is left of the capacity.').optional(),
    workloads: fields
      .count(
        'Workloads that are placed here, or whose disk lies here. A node that has any cannot be deleted.',
      )
      .optional(),
  })
  .describe(
    'What the controller found; written by it only. Conditions: NodeFound, CapacityVerified (declared against actual), Schedulable, Drained, Ready.',
  );

export const computeNodeSchema = z.object({
  spec: computeNodeSpecSchema,
  status: computeNodeStatusSchema.optional(),
});

export type ComputeNodeSpec = z.infer<typeof computeNodeSpecSchema>;
export type ComputeNodeStatus = z.infer<typeof computeNodeStatusSchema>;
export type ComputeNode = KubeObject<ComputeNodeSpec, ComputeNodeStatus>;

export const computeNodes: ResourceDefinition<ComputeNode> = resource('ComputeNode', 'computenodes');

const stays =
  'cannot be changed while workloads are placed here or have their disks here (status.workloads); wait until there are none, or create another ComputeNode';

export const computeNodeResource: CustomResource = {
  definition: computeNodes,
  description: 'A host that machines run on: its region, what it has, and which SKUs may run there.',
  schema: computeNodeSchema,
  rules: [
    ...nameRules,
    {
      rule:
        '!has(oldSelf.status) || !has(oldSelf.status.workloads) || oldSelf.status.workloads == 0 || ' +
        'self.spec.region == oldSelf.spec.region',
      message: `region ${stays}`,
    },
    {
      rule:
        '!has(oldSelf.status) || !has(oldSelf.status.workloads) || oldSelf.status.workloads == 0 || ' +
        '(has(self.spec.nodeName) ? self.spec.nodeName : self.metadata.name) == ' +
        '(has(oldSelf.spec.nodeName) ? oldSelf.spec.nodeName : self.metadata.name)',
      message: `nodeName ${stays}`,
    },
  ],
  shortNames: ['cn'],
  columns: [
    { name: 'Region', type: 'string', jsonPath: '.spec.region', description: 'Its region.' },
    { name: 'State', type: 'string', jsonPath: '.spec.state', description: 'Whether it runs machines.' },
    {
      name: 'GPU Model',
      type: 'string',
      jsonPath: '.spec.resources.gpus.model',
      description: "The GPUs' model.",
    },
    { name: 'Free GPUs', type: 'integer', jsonPath: '.status.free.gpus', description: 'GPUs to be had now.' },
    { name: 'Total GPUs', type: 'integer', jsonPath: '.status.capacity.gpus', description: 'All its GPUs.' },
    { name: 'SKUs', type: 'string', jsonPath: '.spec.skus', description: 'SKUs that may run here.' },
    ready,
    age,
  ],
  selectableFields: ['.spec.region', '.spec.state'],
};
