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
        'NodePort opens a port of the cluster for every port of a machine, reached at one of the addresses; LoadBalancer requests an address from the cluster for every machine, which can be reached once it has one.',
      ),
    addresses: z
      .array(fields.ipAddress('A public IP address of the region.'))
      .max(64)
      .meta({
        description:
          'The public IP addresses at which machines are reached. NodePort needs at least one, LoadBalancer takes none.',
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
    domain: fields.hostName(
      'The domain that HTTP hosts of machines end with, such as cn-east-1.gpulease.example.',
    ),
    ingressClassName: fields
      .objectName("The IngressClass that serves the hosts; by default the cluster's default.")
      .optional(),
    scheme: z
      .enum(['HTTP', 'HTTPS'])
      .describe(
        "HTTPS serves the hosts with the default certificate of the ingress controller, which must hold for every host of the domain, such as a wildcard certificate. By default HTTP: what machines' users type crosses the network readable.",
      )
      .optional(),
  })
  .describe('HTTP hosts for machines. Leave it out if the region offers none.');

const storage = z
  .object({
    className: fields
      .longObjectName("The StorageClass of the root disks; by default the cluster's default.")
      .optional(),
    locality: z
      .enum(['Shared', 'Node'])
      .describe(
        'Shared disks can be used from every node. A disk with locality Node stays on one node, so its machine always starts on that node.',
      ),
    accessModes: z
      .array(z.enum(['ReadWriteOnce', 'ReadWriteMany']).describe('An access mode of claims.'))
      .min(1)
      .max(2)
      .meta({
        description:
          "The access modes that disks of machines and images are claimed with. By default ReadWriteOnce with locality Node; with Shared, CDI takes those of the class's StorageProfile, and makes no disk where that has none.",
        ...uniqueList('each access mode can be given only once; remove the duplicate'),
      })
      .optional(),
    volumeMode: z
      .enum(['Block', 'Filesystem'])
      .describe("How volumes are used; by default as the class's StorageProfile says, else Filesystem.")
      .optional(),
  })
  .describe(
    "Where root disks are stored. By default the cluster's default StorageClass with locality Shared.",
  );

const cpuModel = z
  .string()
  .max(63)
  .regex(
    /^[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$/,
    'must be host-passthrough, host-model or the name of a CPU model that KubeVirt knows, such as EPYC-Milan',
  )
  .describe(
    "The CPU model of amd64 machines from their next start: host-passthrough gives them all that the node's processors can do, host-model what libvirt knows of it, and a name such as EPYC-Milan that model, on nodes that have it. By default host-passthrough, or host-model where KubeVirt emulates processors, which have nothing to pass through. arm64 machines always have host-passthrough.",
  );

const gpuCheck = z
  .object({
    policy: z
      .enum(['Never', 'AfterFaults', 'AfterEachCustomer', 'DailyWhenFree'])
      .describe(
        'When the free GPUs of a node are checked. AfterFaults: after the node had a fault, or GPUs came back from quarantine. AfterEachCustomer: then, and when a machine has left GPUs. DailyWhenFree: after faults, and once a day.',
      ),
    image: fields.text(
      512,
      "The container image with the check machine's disk, as KubeVirt's containerDisk takes it. Its guest checks the GPU it has: if the GPU is well, it answers at TCP port 8080; if not, it powers itself off.",
    ),
    timeoutSeconds: z
      .int32()
      .min(60)
      .max(7200)
      .describe(
        'Seconds after its start in which the guest has to answer, or the GPU has failed; 900 by default.',
      )
      .optional(),
  })
  .describe(
    'How GPUs are checked before they are sold again, by machines that make way for customers at once. By default they are not.',
  );

const regionSpecSchema = z
  .object({
    displayName: fields.text(128, "The name that customers see; by default the object's name.").optional(),
    description: fields.text(1024, 'A description of the region for customers.'),
    translations: fields.translations.optional(),
    tags: fields.tags.optional(),
    state: z
      .enum(['Active', 'Inactive'])
      .default('Active')
      .describe('Inactive takes no new orders; running machines keep running.'),
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
      .describe('ComputeNodes of the region. While there are any, it cannot be deleted.')
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
          .describe('The GPUs of one model.'),
      )
      .max(SHOWN_MODELS)
      .meta({
        description: `GPUs by model: the first ${SHOWN_MODELS} by name. The totals count all.`,
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
        'With exposure NodePort: the ports that machines are reached at. All regions of a cluster share them; ports of other Services are not counted.',
      )
      .optional(),
    additionalGuestMemoryOverheadRatio: z
      .string()
      .max(32)
      .describe(
        "By how much KubeVirt multiplies the memory that it adds to a machine's own, as its configuration says; absent: 1.",
      )
      .optional(),
    workloads: fields
      .count('Workloads in this region. While there are any, it cannot be deleted.')
      .optional(),
  })
  .describe(
    'The observed state; only the controller writes it. Conditions: Ready (a node of the region can take machines), NetworkPoliciesEnforced (the network plugin keeps machines of different tenants apart; they start either way).',
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
  description: 'A place where machines run: how they are reached there, and where their disks are stored.',
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
