import * as z from 'zod';
import type { KubeObject, ResourceDefinition } from '../object.ts';
import { age, nameRules, readyAndWhy, resource, type CustomResource } from '../schema/custom-resource.ts';
import { listMap, rules, uniqueList } from '../schema/extensions.ts';
import * as fields from '../schema/fields.ts';

/** The most GPU models that a region's status lists. */
export const SHOWN_MODELS = 64;

const exposure = z
  .object({
    type: z
      .enum(['NodePort', 'LoadBalancer'])
      .describe(
        'NodePort opens a cluster port for every port of a machine, reached at one of the addresses. LoadBalancer requests an address from the cluster for every machine, which can be reached once it has one.',
      ),
    addresses: z
      .array(fields.ipAddress('Public IP address of the region.'))
      .max(64)
      .meta({
        description:
          'Public IP addresses at which machines are reached. NodePort requires at least one; LoadBalancer allows none.',
        ...uniqueList('each address can be given only once; remove the duplicate'),
      })
      .optional(),
  })
  .meta({
    description: 'How machines are reached from outside.',
    ...rules(
      {
        rule: `self.type != 'NodePort' || has(self.addresses) && self.addresses.size() > 0`,
        message: 'exposure of type NodePort needs at least one IP address in addresses',
      },
      {
        rule: `self.type != 'LoadBalancer' || !has(self.addresses) || self.addresses.size() == 0`,
        message: 'with type LoadBalancer every machine gets an address of its own; leave addresses out',
      },
    ),
  });

const http = z
  .object({
    domain: fields.hostName("Domain of the machines' HTTP hosts, such as cn-east-1.gpulease.example."),
    ingressClassName: fields
      .objectName("IngressClass that serves the hosts. Defaults to the cluster's default.")
      .optional(),
    scheme: z
      .enum(['HTTP', 'HTTPS'])
      .describe(
        'HTTPS serves the hosts with the default certificate of the ingress controller, which must cover every host of the domain, such as a wildcard certificate. Defaults to HTTP, which sends the input of users unencrypted.',
      )
      .optional(),
  })
  .describe('HTTP hosts for machines. Omit if the region offers none.');

const storage = z
  .object({
    className: fields
      .longObjectName("StorageClass of the root disks. Defaults to the cluster's default.")
      .optional(),
    locality: z
      .enum(['Shared', 'Node'])
      .describe(
        'Shared disks can be used from every node. A disk with locality Node stays on one node, so its machine always starts there.',
      ),
    accessModes: z
      .array(z.enum(['ReadWriteOnce', 'ReadWriteMany']).describe('Access mode of claims.'))
      .min(1)
      .max(2)
      .meta({
        description:
          "Access modes that disks of machines and images are claimed with. Defaults to ReadWriteOnce with locality Node; with Shared, CDI uses those of the class's StorageProfile and creates no disk if it has none.",
        ...uniqueList('each access mode can be given only once; remove the duplicate'),
      })
      .optional(),
    volumeMode: z
      .enum(['Block', 'Filesystem'])
      .describe("How volumes are used. Defaults to the mode of the class's StorageProfile, else Filesystem.")
      .optional(),
  })
  .describe("Storage of root disks. Defaults to the cluster's default StorageClass with locality Shared.");

const cpuModel = z
  .string()
  .max(63)
  .regex(
    /^[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$/,
    'must be host-passthrough, host-model or the name of a CPU model that KubeVirt knows, such as EPYC-Milan',
  )
  .describe(
    "CPU model of amd64 machines from their next start. host-passthrough exposes all features of the node's processors; host-model those that libvirt knows; a name such as EPYC-Milan selects that model, on nodes that have it. Defaults to host-passthrough, or to host-model if KubeVirt emulates processors. arm64 machines always use host-passthrough.",
  );

const gpuCheck = z
  .object({
    policy: z
      .enum(['Never', 'AfterFaults', 'AfterEachCustomer', 'DailyWhenFree'])
      .describe(
        'When the free GPUs of a node are checked. AfterFaults: after a fault of the node or when GPUs return from quarantine. AfterEachCustomer: also when a machine has released GPUs. DailyWhenFree: after faults and once a day.',
      ),
    image: fields.text(
      512,
      "Container image with the check machine's disk, in the format of KubeVirt's containerDisk. The guest checks its GPU: if healthy, it answers on TCP port 8080; if not, it powers off.",
    ),
    timeoutSeconds: z
      .int32()
      .min(60)
      .max(7200)
      .describe(
        'Seconds after its start within which the guest must answer for the GPU to pass. Defaults to 900.',
      )
      .optional(),
  })
  .describe(
    'How GPUs are checked before they are sold again. Check machines yield to customers immediately. Disabled by default.',
  );

const regionSpecSchema = z
  .object({
    displayName: fields.text(128, "Name shown to customers. Defaults to the object's name.").optional(),
    description: fields.text(1024, 'Description of the region for customers.'),
    translations: fields.translations.optional(),
    tags: fields.tags.optional(),
    state: z
      .enum(['Active', 'Inactive'])
      .default('Active')
      .describe('Inactive accepts no new orders; running machines keep running.'),
    exposure,
    http: http.optional(),
    storage: storage.optional(),
    cpuModel: cpuModel.optional(),
    gpuCheck: gpuCheck.optional(),
  })
  .describe('What the region offers.');

const regionStatusSchema = z
  .object({
    ...fields.commonStatus,
    nodes: z
      .object({
        total: fields.count('ComputeNodes of this region.'),
        ready: fields.count('ComputeNodes that can run machines now.'),
      })
      .describe('ComputeNodes of the region. Deletion is blocked while there are any.')
      .optional(),
    gpus: z
      .object({
        total: fields.count('GPUs in the region.'),
        allocated: fields.count('GPUs that machines use.'),
        free: fields.count('GPUs that can be ordered now.'),
      })
      .describe('GPUs of all models together.')
      .optional(),
    capacity: z
      .array(
        z
          .object({
            model: fields.objectName('Name of the GPU object.'),
            total: fields.count('GPUs of this model in the region.'),
            allocated: fields.count('GPUs of this model that machines use.'),
            free: fields.count('GPUs of this model that can be ordered now.'),
          })
          .describe('GPUs of one model.'),
      )
      .max(SHOWN_MODELS)
      .meta({
        description: `GPUs by model: the first ${SHOWN_MODELS} by name. The totals include all.`,
        ...listMap('model'),
      })
      .optional(),
    nodePorts: z
      .object({
        first: fields.portNumber("First port of the cluster's range."),
        last: fields.portNumber("Last port of the cluster's range."),
        free: fields.count('Ports of the range that no machine uses.'),
      })
      .describe(
        'Ports at which machines are reached with exposure NodePort. All regions of a cluster share them; ports of other Services are not counted.',
      )
      .optional(),
    additionalGuestMemoryOverheadRatio: z
      .string()
      .max(32)
      .describe(
        "Factor by which KubeVirt multiplies the memory it adds to a machine's own, as configured there; 1 if unset.",
      )
      .optional(),
    workloads: fields.count('Workloads in this region. Deletion is blocked while there are any.').optional(),
  })
  .describe(
    'Observed state, written only by the controller. Conditions: Ready (a node of the region can take machines), NetworkPoliciesEnforced (the network plugin isolates machines of different tenants; they start either way).',
  );

export const regionSchema = z.object({ spec: regionSpecSchema, status: regionStatusSchema.optional() });

export type GPUCheck = z.infer<typeof gpuCheck>;
export type RegionSpec = z.infer<typeof regionSpecSchema>;
export type RegionStatus = z.infer<typeof regionStatusSchema>;
export type Region = KubeObject<RegionSpec, RegionStatus>;

/** Whether a region's GPUs are checked. */
export function wantsChecks(check: GPUCheck | undefined): boolean {
  return (check?.policy ?? 'Never') !== 'Never';
}

export const regions: ResourceDefinition<Region> = resource('Region', 'regions');

export const regionResource: CustomResource = {
  definition: regions,
  description: 'A location for machines: how they are reached and where their disks are stored.',
  schema: regionSchema,
  rules: nameRules,
  shortNames: ['rg'],
  columns: [
    ['State', 'string', '.spec.state', 'Whether it takes new orders.'],
    ['Nodes', 'integer', '.status.nodes.total', 'ComputeNodes.'],
    ['GPUs Free', 'integer', '.status.gpus.free', 'GPUs that are free now.'],
    ['GPUs Total', 'integer', '.status.gpus.total', 'GPUs of all models.'],
    ['Ports Free', 'integer', '.status.nodePorts.free', 'Ports of the cluster that are free for machines.'],
    ...readyAndWhy,
    age,
  ],
  selectableFields: ['.spec.state'],
};
