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
        count: z.int32().min(1).max(64).describe('Number of GPUs of the model.'),
      })
      .describe('GPUs. Omit for a node without GPUs.')
      .optional(),
  })
  .describe(
    'Resources for machines, excluding those the system needs. Machines get at most what the core Node actually has.',
  );

const maintenance = z
  .object({
    reason: fields.text(256, 'Reason, shown to customers.'),
    noticeSeconds: z
      .int32()
      .min(0)
      .max(604_800)
      .describe('Seconds between the notice to customers and the stop of their machines. Defaults to 600.')
      .optional(),
    startTime: fields
      .timestamp(
        'When planned maintenance stops the machines. Customers are notified immediately. The node is in maintenance from noticeSeconds before this time until endTime, regardless of state.',
      )
      .optional(),
    endTime: fields.timestamp('End of planned maintenance, when the node returns to spec.state.').optional(),
    resume: z
      .enum(['Automatic', 'Manual'])
      .describe(
        'Whether machines stopped by planned maintenance restart when it ends. Automatic (default) restarts them regardless of their own resume, at the price at that time and if the balance covers it. Manual follows their own resume. Machines that the owner has since started or stopped are left alone.',
      )
      .optional(),
  })
  .meta({
    description:
      'Maintenance of the node: immediate with state Maintenance, or planned from startTime to endTime. Remove it to cancel planned maintenance or end it early.',
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
      .describe('Exists tolerates every value. Equal (default) tolerates the given value.')
      .optional(),
    value: z.string().max(63).describe('Value of the taint. Defaults to empty.').optional(),
    effect: z
      .enum(['NoSchedule', 'PreferNoSchedule', 'NoExecute'])
      .describe('Effect of the taint. Defaults to all effects.')
      .optional(),
  })
  .meta({
    description: 'Taint of the core Node that machines tolerate.',
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
  count: z.int32().min(1).max(64).describe('Number of GPUs. Defaults to 1.').optional(),
  address: z
    .string()
    .max(16)
    .regex(
      /^[0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}\.[0-7]$/,
      'must be a PCI address in lowercase, for example 0000:17:00.0',
    )
    .describe('PCI address of the GPU, if known.')
    .optional(),
  reason: fields.text(256, 'Reason, shown to administrators.'),
  since: fields.timestamp('When they were withheld from sale.').optional(),
  by: fields.text(63, 'Who withheld them from sale.').optional(),
  devicePlugin: z
    .enum(['Offers', 'Excludes'])
    .describe(
      "Whether the device plugin of the Node still offers them. Offers (default): they are subtracted from the Node's allocatable GPUs. Excludes: the Node's allocatable GPUs already exclude them.",
    )
    .optional(),
});

const quarantine = z
  .array(
    quarantined.meta({
      description: 'GPUs of the node withheld from sale.',
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
      'GPUs withheld from sale until they are repaired. Machines that use them keep running. The device plugin chooses which GPU a machine gets, so it can assign a GPU that it still offers.',
    'x-kubernetes-list-type': 'atomic',
  });

const computeNodeSpecSchema = z
  .object({
    description: fields.text(1024, 'Description for administrators.'),
    tags: fields.tags.optional(),
    region: fields.objectName("Name of the node's Region. Cannot be changed while workloads need the node."),
    nodeName: fields
      .longObjectName(
        'Name of the core Node. Defaults to the name of this object. Only one ComputeNode can refer to a Node. Cannot be changed while workloads need the node.',
      )
      .optional(),
    resources,
    skus: fields.nameList(64, 'SKUs that can run here, at least one.', 'Name of a SKU.').min(1),
    state: z
      .enum(['Active', 'Inactive', 'Maintenance'])
      .default('Active')
      .describe(
        'Active runs machines. Inactive starts no new machines; running ones keep running. Maintenance notifies the customers, then stops the machines; to plan it for later, keep the state and set maintenance.startTime and endTime.',
      ),
    maintenance: maintenance.optional(),
    expectedBackAt: fields
      .timestamp(
        'When an unresponsive node is expected back. Customers whose lost machines wait for it are notified. Has no effect while the node is Ready.',
      )
      .optional(),
    quarantine: quarantine.optional(),
    sharing: z
      .enum(['Shared', 'Dedicated'])
      .describe(
        'Whether other pods may run on the core Node. Shared (default) allows them; machines do not get the resources they use. Dedicated sets the taint gpulease.dev/dedicated:NoSchedule, which machines tolerate; pods already running there stay.',
      )
      .optional(),
    tolerations: z
      .array(toleration)
      .max(16)
      .meta({
        description:
          'Additional taints of the core Node that machines tolerate, in the format of pod tolerations.',
        'x-kubernetes-list-type': 'atomic',
      })
      .optional(),
  })
  .describe('Resources of the node and the machines it can run.');

function amounts(description: string) {
  return z
    .object({
      cpu: fields.count('Whole CPU cores.'),
      memory: fields.bytes('Memory as a quantity.'),
      storage: fields.bytes('Disk space as a quantity.'),
      gpus: fields.count('GPUs.'),
      pods: fields.count('Pods; each machine uses one.').optional(),
    })
    .describe(description);
}

const failedStart = z
  .object({
    workload: z.string().max(317).describe('Namespace and name of the Workload.'),
    since: fields.timestamp('When it first failed to start here.'),
    againAt: fields.timestamp('When it failed here again after running on another node.').optional(),
  })
  .describe('Machine that failed to start here.');

const reliabilityCounts = {
  starts: fields.count('Successful starts here, including restarts.'),
  failedStarts: fields.count('Failed starts that the node may have caused.'),
  faults: fields.count(
    'Number of times the core Node became unready, reported a problem or dropped below the declared resources while the node was Active.',
  ),
};

const reliability = z
  .object({
    ...reliabilityCounts,
    gpuDays: fields
      .count('Days of the 30 that the node has existed, times its GPUs; the base of its fault rate.')
      .optional(),
    days: z
      .array(
        z
          .object({
            date: z
              .string()
              .regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a date')
              .max(10)
              .describe('Date in UTC.'),
            ...reliabilityCounts,
          })
          .describe('One day.'),
      )
      .max(30)
      .meta({
        description: 'Days with records, oldest first.',
        'x-kubernetes-list-type': 'atomic',
      }),
  })
  .describe(
    'Reliability over the last 30 days. Among equal nodes, placement prefers the one with fewer failed starts and faults per GPU and month.',
  );

const deviceEvent = z
  .object({
    time: fields.timestamp('When it was detected.'),
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
        "Assigned: given to a machine. Unhealthy, Healthy: reported by the device plugin. Quarantined, Repaired: added to spec.quarantine by address, removed from it. Suspected: its machine was added to `gpuCheck.suspects`; any of the machine's GPUs may be the cause. CheckPassed, CheckFailed: result of a check. CheckUnclear: a check failed without identifying which of the free GPUs it had. Exchanged: a check found a GPU with another UUID in its place.",
      ),
    workload: z
      .string()
      .max(317)
      .describe('Namespace and name of the Workload that used it then.')
      .optional(),
    xid: z
      .int32()
      .min(1)
      .describe('Xid that raised the suspicion; unset if the customer reported it.')
      .optional(),
    message: z
      .string()
      .max(256)
      .describe(
        "Quarantined: the reason. CheckPassed, CheckFailed: the check's own report. Exchanged: UUID of the previous GPU.",
      )
      .optional(),
  })
  .describe('Event of the device.');

/** Identifies a GPU regardless of its slot. */
export const gpuIdentity = {
  uuid: z
    .string()
    .max(40)
    .regex(
      /^GPU-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
      'must be the UUID of a GPU, for example GPU-8f2d0c1e-5b7a-4d3c-9e6f-0a1b2c3d4e5f',
    )
    .describe('UUID, as last reported by a check.'),
  serial: z
    .string()
    .max(32)
    .regex(/^[0-9A-Za-z-]+$/, 'must be letters, digits and hyphens')
    .describe('Serial number, as last reported by a check.'),
};

const device = z
  .object({
    id: z
      .string()
      .max(253)
      .describe(
        "ID used by the device plugin: the PCI address with NVIDIA's, the IOMMU group with KubeVirt's.",
      ),
    uuid: gpuIdentity.uuid.optional(),
    serial: gpuIdentity.serial.optional(),
    health: z
      .enum(['Healthy', 'Unhealthy'])
      .describe('Health last reported by the device plugin, which reports only devices in use by machines.')
      .optional(),
    workload: z.string().max(317).describe('Namespace and name of the Workload that uses it.').optional(),
    quarantine: z.string().max(256).describe('Reason for its quarantine, if any.').optional(),
    history: z.array(deviceEvent).max(12).meta({
      description: 'Recent events, latest last.',
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
        'Xid: the driver in the machine logged an error typical of a broken GPU. Report: the customer reported that a GPU does not work.',
      ),
    xid: z.int32().min(1).describe("Error number in NVIDIA's Xid catalog.").optional(),
    at: fields.timestamp('When it was detected.'),
  })
  .describe('Machine that may have a broken GPU.');

const gpuCheckStatus = z
  .object({
    due: z
      .enum(['Fault', 'Suspicion', 'Customer', 'Daily', 'Request'])
      .describe(
        'Why a check of the free GPUs is due; unset if none is. Suspicion: a machine in `suspects` has released its GPUs. Request: the annotation gpulease.dev/check-gpus-at has a time after the last check.',
      )
      .optional(),
    checkedAt: fields.timestamp('When the last check ended.').optional(),
    passed: fields.count('GPUs that passed.').optional(),
    failed: fields.count('GPUs that failed.').optional(),
    inconclusive: fields
      .count(
        'Check machines without a result, or that were given a GPU another one had; as many GPUs remain unchecked.',
      )
      .optional(),
    suspects: z
      .array(suspectMachine)
      .max(8)
      .meta({
        description:
          'Machines here that may have a broken GPU, latest last. Their GPUs are checked once released. Reports from a guest neither close the node nor stop machines.',
        'x-kubernetes-list-type': 'atomic',
      })
      .optional(),
  })
  .describe('GPU check, if the region requires one (spec.gpuCheck of the Region).');

const computeNodeStatusSchema = z
  .object({
    ...fields.commonStatus,
    state: z
      .enum(['Active', 'Inactive', 'Maintenance'])
      .describe('Current state: spec.state, or Maintenance during planned maintenance.')
      .optional(),
    architecture: z
      .string()
      .max(63)
      .describe(
        'CPU architecture of the core Node, such as amd64. Images for other architectures cannot run here.',
      )
      .optional(),
    capacity: amounts(
      'Total resources for machines: the declared ones, limited to what the core Node can allocate and other pods leave, without quarantined GPUs.',
    ).optional(),
    allocated: amounts(
      'Resources in use, including paid reservations and the disks of stopped machines.',
    ).optional(),
    free: amounts('Remaining capacity.').optional(),
    workloads: fields
      .count('Workloads placed here or with their disk here. Deletion is blocked while there are any.')
      .optional(),
    failedStarts: z
      .array(failedStart)
      .max(8)
      .meta({
        description:
          'Machines that failed to start here in succession, possibly because of the node, latest last. Cleared when a start here succeeds or the spec changes.',
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
          'Known GPUs of the node: those that a machine or check has used, as reported by the kubelet for its pod (Kubernetes 1.36), and those quarantined by address.',
        'x-kubernetes-list-type': 'atomic',
      })
      .optional(),
  })
  .describe(
    'Observed state, written only by the controller. Conditions: NodeFound, ReferencesResolved, CapacityVerified (declared versus actual), GPUsForSale, StartsMachines, Schedulable, Drained, Ready.',
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
  description: 'A host for machines: its region, its resources and the SKUs that can run on it.',
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
