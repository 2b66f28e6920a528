import * as z from 'zod';
import type { KubeObject, ResourceDefinition } from '../object.ts';
import { age, nameRules, readyAndWhy, resource, type CustomResource } from '../schema/custom-resource.ts';
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
      .describe('The GPUs; leave it out for a node without GPUs.')
      .optional(),
  })
  .describe(
    'What the node has for machines, without what the system itself needs. Machines get at most what the core Node actually has.',
  );

const maintenance = z
  .object({
    reason: fields.text(256, 'Why; customers read it.'),
    noticeSeconds: z
      .int32()
      .min(0)
      .max(604_800)
      .describe('Seconds between the notice to customers and the stop of their machines; 600 by default.')
      .optional(),
    startTime: fields
      .timestamp(
        'When planned maintenance stops the machines; customers are told of it at once. The node is in maintenance from noticeSeconds before this time until endTime, by itself, whatever state says.',
      )
      .optional(),
    endTime: fields
      .timestamp('When planned maintenance is over, so that the node is again what state says.')
      .optional(),
    resume: z
      .enum(['Automatic', 'Manual'])
      .describe(
        'Automatic, the default: the machines that planned maintenance has stopped start by themselves when it is over, whatever their own resume says; Manual: their own decides. One that its owner has started or switched off meanwhile is left alone. It starts at the price of that time, if the balance pays for it.',
      )
      .optional(),
  })
  .meta({
    description:
      'Why and how the node is maintained: now, with state Maintenance, or between startTime and endTime. To cancel planned maintenance or to end it early, remove this.',
    ...rules(
      {
        rule: 'has(self.startTime) == has(self.endTime)',
        message: 'planned maintenance needs both startTime and endTime; for maintenance now, leave out both',
        fieldPath: '.endTime',
      },
      {
        rule: '!has(self.startTime) || !has(self.endTime) || self.endTime > self.startTime',
        message: 'endTime must be later than startTime',
        fieldPath: '.endTime',
      },
      {
        rule: '!has(self.resume) || has(self.startTime)',
        message: 'resume goes with planned maintenance; for maintenance now, leave it out',
        fieldPath: '.resume',
      },
    ),
  });

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
      .describe('Exists tolerates every value. Equal, the default, tolerates the given value.')
      .optional(),
    value: z.string().max(63).describe('Value of the taint; empty by default.').optional(),
    effect: z
      .enum(['NoSchedule', 'PreferNoSchedule', 'NoExecute'])
      .describe('Effect of the taint; every effect by default.')
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
          'taints under node.kubernetes.io/ are set by Kubernetes when a node has problems, and machines must not tolerate them; leave it out',
        fieldPath: '.key',
      },
    ),
  });

const quarantined = z.object({
  count: z.int32().min(1).max(64).describe('How many GPUs; 1 by default.').optional(),
  address: z
    .string()
    .max(16)
    .regex(
      /^[0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}\.[0-7]$/,
      'must be a PCI address in lowercase, for example 0000:17:00.0',
    )
    .describe('PCI address of the GPU, where it is known.')
    .optional(),
  reason: fields.text(256, 'Why; administrators read it.'),
  since: fields.timestamp('When they were taken out of sale.').optional(),
  by: fields.text(63, 'Who took them out of sale.').optional(),
  devicePlugin: z
    .enum(['Offers', 'Excludes'])
    .describe(
      'Whether the device plugin of the Node still hands them out. Offers, the default: so many fewer are sold of those that the Node can allocate. Excludes: the Node can allocate so many fewer already.',
    )
    .optional(),
});

const quarantine = z
  .array(
    quarantined.meta({
      description: 'GPUs of the node that are taken out of sale.',
      ...rules({
        rule: '!has(self.address) || !has(self.count) || self.count == 1',
        message: 'an address names one GPU; leave out count',
        fieldPath: '.count',
      }),
    }),
  )
  .max(16)
  .meta({
    description:
      'GPUs that are out of sale until they are repaired. Machines that use them keep running. Which GPU a machine gets is the choice of the device plugin, so a GPU that it still offers can be given to one.',
    'x-kubernetes-list-type': 'atomic',
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
        'Name of the core Node; by default the name of this object. Only one ComputeNode can refer to a Node. It cannot be changed while workloads need the node.',
      )
      .optional(),
    resources,
    skus: fields.nameList(64, 'The SKUs that can run here, at least one.', 'Name of a SKU.').min(1),
    state: z
      .enum(['Active', 'Inactive', 'Maintenance'])
      .default('Active')
      .describe(
        'Active runs machines. Inactive starts no more machines; running ones keep running. Maintenance notifies the customers and then stops the machines; to plan that for later, leave the state and set maintenance.startTime and endTime.',
      ),
    maintenance: maintenance.optional(),
    expectedBackAt: fields
      .timestamp(
        'When a node that does not answer is expected back. Customers whose machines were lost with it, and wait for it, are told. Without effect while the node is Ready.',
      )
      .optional(),
    quarantine: quarantine.optional(),
    sharing: z
      .enum(['Shared', 'Dedicated'])
      .describe(
        'Whether other pods may run on the core Node. Shared, the default, allows them, and what they use is not given to machines. Dedicated sets the taint gpulease.dev/dedicated:NoSchedule, which machines tolerate; pods that already run there stay.',
      )
      .optional(),
    tolerations: z
      .array(toleration)
      .max(16)
      .meta({
        description:
          'Further taints of the core Node that machines tolerate, written like the tolerations of pods.',
        'x-kubernetes-list-type': 'atomic',
      })
      .optional(),
  })
  .describe('What the node has and which machines it can run.');

function amounts(description: string) {
  return z
    .object({
      cpu: fields.count('Whole CPU cores.'),
      memory: fields.bytes('Memory as a quantity.'),
      storage: fields.bytes('Disk space as a quantity.'),
      gpus: fields.count('GPUs.'),
      pods: fields.count('Pods; each machine is one.').optional(),
    })
    .describe(description);
}

const failedStart = z
  .object({
    workload: z.string().max(317).describe('Namespace and name of the Workload.'),
    since: fields.timestamp('When its start first failed here.'),
    againAt: fields.timestamp('When it failed here again after it had run on another node.').optional(),
  })
  .describe('A machine that did not start here.');

const reliabilityCounts = {
  starts: fields.count('Machines that started here, restarts among them.'),
  failedStarts: fields.count('Starts that failed here and for which the node may be to blame.'),
  faults: fields.count(
    'How often the core Node became unready, reported a problem, or began to have less than is declared, while the node was Active.',
  ),
};

const reliability = z
  .object({
    ...reliabilityCounts,
    gpuDays: fields
      .count(
        'Days of the 30 that the node has been there, times its GPUs: what its faults are compared with.',
      )
      .optional(),
    days: z
      .array(
        z
          .object({
            date: z
              .string()
              .regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a date')
              .max(10)
              .describe('The day in UTC.'),
            ...reliabilityCounts,
          })
          .describe('One day.'),
      )
      .max(30)
      .meta({
        description: 'The days on which there was anything, oldest first.',
        'x-kubernetes-list-type': 'atomic',
      }),
  })
  .describe(
    'How the node has done in the last 30 days. Of equal nodes, placement takes the one with fewer failed starts and faults per GPU and month.',
  );

const deviceEvent = z
  .object({
    time: fields.timestamp('When it was noticed.'),
    type: z
      .enum([
        'Assigned',
        'Unhealthy',
        'Healthy',
        'Quarantined',
        'Repaired',
        'Suspected',
        'CheckPassed',
        'CheckFailed',
        'CheckUnclear',
        'Exchanged',
      ])
      .describe(
        'Assigned: a machine got it. Unhealthy, Healthy: the device plugin says so. Quarantined, Repaired: it was put into spec.quarantine by its address, and taken out. Suspected: its machine was added to `gpuCheck.suspects`; of several GPUs, any may be the cause. CheckPassed, CheckFailed: what a check found. CheckUnclear: a check failed that did not tell which of the free GPUs it had. Exchanged: a check found a GPU with another UUID in its place.',
      ),
    workload: z.string().max(317).describe('Namespace and name of the Workload that had it then.').optional(),
    xid: z
      .int32()
      .min(1)
      .describe('The Xid that made it suspect; absent where the customer reported it.')
      .optional(),
    message: z
      .string()
      .max(256)
      .describe(
        'Quarantined: why. CheckPassed, CheckFailed: what the check itself reported. Exchanged: the UUID of the GPU before.',
      )
      .optional(),
  })
  .describe('Something that happened to the device.');

/** Identifies a GPU regardless of its slot. */
export const gpuIdentity = {
  uuid: z
    .string()
    .max(40)
    .regex(
      /^GPU-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
      'must be the UUID of a GPU, for example GPU-8f2d0c1e-5b7a-4d3c-9e6f-0a1b2c3d4e5f',
    )
    .describe('Its UUID, as a check last reported it.'),
  serial: z
    .string()
    .max(32)
    .regex(/^[0-9A-Za-z-]+$/, 'must be letters, digits and hyphens')
    .describe('Its serial number, as a check last reported it.'),
};

const device = z
  .object({
    id: z
      .string()
      .max(253)
      .describe(
        'What the device plugin calls it: the PCI address with that of NVIDIA, the IOMMU group with that of KubeVirt.',
      ),
    uuid: gpuIdentity.uuid.optional(),
    serial: gpuIdentity.serial.optional(),
    health: z
      .enum(['Healthy', 'Unhealthy'])
      .describe('What the device plugin last said of it. It says so of devices that machines have.')
      .optional(),
    workload: z.string().max(317).describe('Namespace and name of the Workload that has it.').optional(),
    quarantine: z.string().max(256).describe('Why it is in quarantine, if it is.').optional(),
    history: z.array(deviceEvent).max(12).meta({
      description: 'What happened to it of late, the latest last.',
      'x-kubernetes-list-type': 'atomic',
    }),
  })
  .describe('One GPU.');

const suspectMachine = z
  .object({
    workload: z.string().max(317).describe('Namespace and name of the Workload.'),
    cause: z
      .enum(['Xid', 'Report'])
      .describe(
        'Xid: the driver in the machine has logged an error of the kind that a broken GPU causes. Report: the customer reported that a GPU does not work.',
      ),
    xid: z.int32().min(1).describe("The error's number in NVIDIA's catalog of Xids.").optional(),
    at: fields.timestamp('When it was noticed.'),
  })
  .describe('A machine one of whose GPUs may be broken.');

const gpuCheckStatus = z
  .object({
    due: z
      .enum(['Fault', 'Suspicion', 'Customer', 'Daily', 'Request'])
      .describe(
        'Why the free GPUs are to be checked; absent: they are not. Suspicion: a machine of `suspects` has left its GPUs. Request: the annotation gpulease.dev/check-gpus-at has a time after the last check.',
      )
      .optional(),
    checkedAt: fields.timestamp('When the last check ended.').optional(),
    passed: fields.count('GPUs that passed it.').optional(),
    failed: fields.count('GPUs that failed it.').optional(),
    inconclusive: fields
      .count(
        'Check machines that came to nothing, or had a GPU that another one had: of as many GPUs nothing is known.',
      )
      .optional(),
    suspects: z
      .array(suspectMachine)
      .max(8)
      .meta({
        description:
          'Machines here of which a GPU may be broken, the latest last. The GPUs are checked when such a machine has left them. What a guest says closes no node and stops no machine.',
        'x-kubernetes-list-type': 'atomic',
      })
      .optional(),
  })
  .describe('The check of its GPUs, where the region wants one (spec.gpuCheck of the Region).');

const computeNodeStatusSchema = z
  .object({
    ...fields.commonStatus,
    state: z
      .enum(['Active', 'Inactive', 'Maintenance'])
      .describe('What the node is now: spec.state, or Maintenance while planned maintenance lasts.')
      .optional(),
    architecture: z
      .string()
      .max(63)
      .describe(
        'CPU architecture of the core Node, such as amd64; images for other architectures cannot run here.',
      )
      .optional(),
    capacity: amounts(
      'What machines can use in total: what is declared, but not more than the core Node can allocate and other pods leave, without GPUs in quarantine.',
    ).optional(),
    allocated: amounts(
      'What machines use, including paid reservations and the disks of stopped machines.',
    ).optional(),
    free: amounts('What is left of the capacity.').optional(),
    workloads: fields
      .count('Workloads that are placed here or have their disk here. A node that has any cannot be deleted.')
      .optional(),
    failedStarts: z
      .array(failedStart)
      .max(8)
      .meta({
        description:
          'The machines that failed to start here one after the other and for whose failure the node may be to blame, the latest last. It is emptied when a start here succeeds, and when the spec changes.',
        'x-kubernetes-list-type': 'atomic',
      })
      .optional(),
    reliability: reliability.optional(),
    gpuCheck: gpuCheckStatus.optional(),
    devices: z
      .array(device)
      .max(32)
      .meta({
        description:
          'The GPUs of the node, as far as they are known: those that a machine or a check has had, by what the kubelet says of its pod (Kubernetes 1.36), and those that are in quarantine by their address.',
        'x-kubernetes-list-type': 'atomic',
      })
      .optional(),
  })
  .describe(
    'The observed state; only the controller writes it. Conditions: NodeFound, ReferencesResolved, CapacityVerified (declared against actual), GPUsForSale, StartsMachines, Schedulable, Drained, Ready.',
  );

export const computeNodeSchema = z.object({
  spec: computeNodeSpecSchema,
  status: computeNodeStatusSchema.optional(),
});

export type ComputeNodeSpec = z.infer<typeof computeNodeSpecSchema>;
export type QuarantinedGpus = z.infer<typeof quarantined>;
export type NodeReliability = z.infer<typeof reliability>;
export type GPUCheckStatus = z.infer<typeof gpuCheckStatus>;
export type SuspectMachine = z.infer<typeof suspectMachine>;
export type NodeDevice = z.infer<typeof device>;
export type FailedStart = z.infer<typeof failedStart>;
export type ComputeNodeStatus = z.infer<typeof computeNodeStatusSchema>;
export type ComputeNode = KubeObject<ComputeNodeSpec, ComputeNodeStatus>;

export const computeNodes: ResourceDefinition<ComputeNode> = resource('ComputeNode', 'computenodes');

const isUnused = '!has(oldSelf.status) || !has(oldSelf.status.workloads) || oldSelf.status.workloads == 0';
const stays =
  'cannot be changed while workloads are placed here or have their disks here (status.workloads); wait until there are none, or create another ComputeNode';

export const computeNodeResource: CustomResource = {
  definition: computeNodes,
  description: 'A host that machines run on: its region, its resources, and the SKUs that can run there.',
  schema: computeNodeSchema,
  rules: [
    ...nameRules,
    {
      rule: `${isUnused} || self.spec.region == oldSelf.spec.region`,
      message: `region ${stays}`,
      fieldPath: '.spec.region',
    },
    {
      rule:
        `${isUnused} || (has(self.spec.nodeName) ? self.spec.nodeName : self.metadata.name) == ` +
        '(has(oldSelf.spec.nodeName) ? oldSelf.spec.nodeName : self.metadata.name)',
      message: `nodeName ${stays}`,
      fieldPath: '.spec.nodeName',
    },
  ],
  shortNames: ['cn'],
  columns: [
    ['Region', 'string', '.spec.region', 'Its region.'],
    ['State', 'string', '.status.state', 'Whether it can run machines.'],
    ['GPU Model', 'string', '.spec.resources.gpus.model', 'Model of its GPUs.'],
    ['Free GPUs', 'integer', '.status.free.gpus', 'GPUs that are free now.'],
    ['Total GPUs', 'integer', '.status.capacity.gpus', 'All its GPUs.'],
    ['SKUs', 'string', '.spec.skus', 'SKUs that can run here.'],
    ...readyAndWhy,
    age,
    [
      'Planned Stop',
      'string',
      '.spec.maintenance.startTime',
      'When planned maintenance stops its machines.',
      'wide',
    ],
    ['Planned End', 'string', '.spec.maintenance.endTime', 'When planned maintenance is over.', 'wide'],
    ['Free CPU', 'integer', '.status.free.cpu', 'CPU cores that are free now.', 'wide'],
    ['Free Memory', 'string', '.status.free.memory', 'Memory that is free now.', 'wide'],
    [
      'Workloads',
      'integer',
      '.status.workloads',
      'Workloads that are placed here or have their disk here.',
      'wide',
    ],
    [
      'Failed Starts',
      'integer',
      '.status.reliability.failedStarts',
      'Starts that failed here in the last 30 days.',
      'wide',
    ],
    [
      'Faults',
      'integer',
      '.status.reliability.faults',
      'How often the node failed in the last 30 days.',
      'wide',
    ],
  ],
  selectableFields: ['.spec.region', '.spec.state'],
};
