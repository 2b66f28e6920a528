import * as z from 'zod';
import type { KubeObject, ResourceDefinition } from '../object.ts';
import { age, nameRules, ready, resource, type CustomResource } from '../schema/custom-resource.ts';
import { rules } from '../schema/extensions.ts';
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

const toleration = z
  .object({
    key: z
      .string()
      .min(1)
      .max(317)
      .regex(
        /^([a-z0-9]([-a-z0-9.]*[a-z0-9])?\/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/,
        'must be the key of a taint, for example nvidia.com/gpu',
      )
      .describe('Key of the taint.'),
    operator: z
      .enum(['Exists', 'Equal'])
      .describe('Exists tolerates every value. Equal, also when left out, tolerates the given one.')
      .optional(),
    value: z.string().max(63).describe('Value of the taint; when left out, the empty one.').optional(),
    effect: z
      .enum(['NoSchedule', 'PreferNoSchedule', 'NoExecute'])
      .describe('Effect of the taint; when left out, all of them.')
      .optional(),
  })
  .meta({
    description: 'A taint of the core Node that machines tolerate.',
    ...rules(
      {
        rule: "!has(self.value) || !has(self.operator) || self.operator == 'Equal'",
        message: 'a value goes with the operator Equal only; leave out one of the two',
      },
      {
        rule: "!self.key.startsWith('node.kubernetes.io/')",
        message:
          'taints under node.kubernetes.io/ are set by Kubernetes when a node is not well, and machines must heed them; leave it out',
        fieldPath: '.key',
      },
    ),
  });

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
    sharing: z
      .enum(['Shared', 'Dedicated'])
      .describe(
        'Whether other pods may come to the core Node. Shared, also when left out, lets them, and what they hold is not given to machines. Dedicated sets the taint gpulease.dev/dedicated:NoSchedule, which machines tolerate; what is there already stays.',
      )
      .optional(),
    tolerations: z
      .array(toleration)
      .max(16)
      .meta({
        description: 'Further taints of the core Node that machines tolerate, in the form that pods have.',
        'x-kubernetes-list-type': 'atomic',
      })
      .optional(),
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
    architecture: z
      .string()
      .max(63)
      .describe('Of the core Node, such as amd64; images for others cannot be run here.')
      .optional(),
    capacity: amounts(
      'What machines may use in all: what is declared, but not more than the core Node can allocate and other pods leave.',
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
    'What the controller found; written by it only. Conditions: NodeFound, ReferencesResolved, CapacityVerified (declared against actual), Schedulable, Drained, Ready.',
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
    {
      name: 'Free CPU',
      type: 'integer',
      jsonPath: '.status.free.cpu',
      description: 'CPU cores to be had now.',
      priority: 1,
    },
    {
      name: 'Free Memory',
      type: 'string',
      jsonPath: '.status.free.memory',
      description: 'Memory to be had now.',
      priority: 1,
    },
    {
      name: 'Workloads',
      type: 'integer',
      jsonPath: '.status.workloads',
      description: 'Workloads that are placed here, or whose disk lies here.',
      priority: 1,
    },
  ],
  selectableFields: ['.spec.region', '.spec.state'],
};
