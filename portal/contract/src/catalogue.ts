/** The catalogue as customers and operators see it. Sizes are GiB; a node's are MB and GB, of 2^20 and 2^30 bytes. */
import * as z from 'zod';
import * as enums from './enums.ts';
import {
  conditionParameters,
  count,
  etag,
  listQuery,
  pricing,
  search,
  tags,
  timestamp,
  translations,
} from './common.ts';
import { imageSource, nodeMaintenance } from './catalogue-editing.ts';
import { reference } from './validation.ts';

const gib = z.number().min(0).meta({ description: 'GiB' });
/** Whether the operator agrees with it; if not, its CamelCase reason and one English sentence. */
const ready = z.strictObject({
  ready: z.boolean(),
  reason: z.string(),
  message: z.string(),
  parameters: conditionParameters.optional(),
});

/** When it was made and written last, and its version. */
const dated = { createdAt: timestamp, updatedAt: timestamp, etag };

export const gpuCapacity = z.strictObject({ model: z.string(), total: count, allocated: count, free: count });

export const region = z.strictObject({
  name: z.string(),
  displayName: z.string(),
  description: z.string(),
  translations,
  tags,
  status: z.enum(enums.activityStatuses),
  nodes: count,
  workloads: count,
  gpus: z.array(gpuCapacity),
  /** Suffix of workloads' HTTP hosts here; null where the region offers none. */
  httpDomain: z.string().nullable(),
  condition: ready,
  ...dated,
});

export const gpu = z.strictObject({
  name: z.string(),
  vendor: z.string(),
  model: z.string(),
  memory: gib,
  total: count,
  allocated: count,
  free: count,
  ...dated,
});

const supply = z.strictObject({ available: count, level: z.enum(enums.availabilityLevels) });

/** What can be had on demand now, where Spot machines make room. */
export const availability = z.strictObject({
  region: z.string(),
  ...supply.shape,
  /** The most of them that one order can have: a machine lies on one node. */
  largest: count,
  /** What can be had under Spot now. */
  spot: supply,
  /** How many could be reserved from a later time on, at the most. */
  bookable: count,
});

export const sku = z.strictObject({
  name: z.string(),
  displayName: z.string(),
  description: z.string(),
  translations,
  cpu: count,
  memory: gib,
  disk: gib,
  /** Name of the GPU; null for a CPU-only SKU. */
  gpu: z.string().nullable(),
  gpuModel: z.string().nullable(),
  gpuMemory: gib.nullable(),
  gpuNumber: count,
  tags,
  status: z.enum(enums.activityStatuses),
  pricingNames: z.array(z.string()),
  pricing: z.array(pricing),
  availability: z.array(availability),
  workloads: count,
  condition: ready,
  ...dated,
});

export const image = z.strictObject({
  name: z.string(),
  description: z.string(),
  translations,
  osType: z.enum(enums.osTypes),
  version: z.string(),
  size: gib,
  architecture: z.enum(enums.architectures),
  status: z.enum(enums.imageStatuses),
  defaultUser: z.string(),
  /** Of the GPU driver that is installed; null where none is stated. */
  gpuDriverVersion: z.string().nullable(),
  /** Of the CUDA that is installed with it; null where none is. */
  cudaVersion: z.string().nullable(),
  /** The guest's port at which the DCGM exporter measures the GPUs; null where none is installed. */
  gpuMetricsPort: z.int().nullable(),
  workloads: count,
  condition: ready,
  ...dated,
});

export const pricingPolicy = z.strictObject({
  ...pricing.shape,
  description: z.string(),
  translations,
  skus: count,
  ...dated,
});

/** What keeps an object as Git has it; it is not changed here then. */
export const managedBy = z.strictObject({ tool: z.enum(enums.gitOpsTools), name: z.string() }).nullable();

/** What operators see of every kind besides. */
const operated = {
  managedBy,
  /** It was deleted, and goes when nothing uses it any more. */
  deleting: z.boolean(),
  /** What the operator found, in English. */
  conditions: z.array(
    z.strictObject({
      type: z.string(),
      status: z.enum(['True', 'False', 'Unknown']),
      reason: z.string(),
      message: z.string(),
      parameters: conditionParameters.optional(),
      since: timestamp,
    }),
  ),
};

export const adminRegion = z.strictObject({
  ...region.shape,
  exposureType: z.enum(enums.exposureTypes),
  addresses: z.array(z.string()),
  /** The ports that machines are reached at, shared by all regions; null with load balancers. */
  nodePorts: z.strictObject({ first: z.int(), last: z.int(), free: count }).nullable(),
  ingressClassName: z.string().nullable(),
  /** What the hosts of machines are served over, where the region offers any. */
  httpScheme: z.enum(enums.httpSchemes),
  storageClassName: z.string().nullable(),
  storageLocality: z.enum(enums.storageLocalities),
  /** What its machines are told to have; null is the default. */
  cpuModel: z.string().nullable(),
  /** When its free GPUs are checked, by which image, and in how many seconds. */
  gpuCheckPolicy: z.enum(enums.gpuCheckPolicies),
  gpuCheckImage: z.string().nullable(),
  gpuCheckTimeout: count,
  ...operated,
});

export const adminGpu = z.strictObject({
  ...gpu.shape,
  deviceName: z.string(),
  pciVendorSelector: z.string().nullable(),
  nodes: count,
  skus: count,
  condition: ready,
  ...operated,
});

export const adminSku = z.strictObject({
  ...sku.shape,
  nodes: count,
  /** What keeps it from being sold, or from being sold in one of its regions or at one of its prices. */
  faults: z.array(
    z.strictObject({
      area: z.enum(enums.skuNeeds),
      name: z.string(),
      /** ReferenceMissing, or why that object is not ready, CamelCase, with one English sentence. */
      reason: z.string(),
      message: z.string(),
      parameters: conditionParameters.optional(),
    }),
  ),
  ...operated,
});

export const adminImage = z.strictObject({
  ...image.shape,
  source: imageSource,
  /** How much of the disk has arrived, such as `42.5%`; null where nothing is imported. */
  importProgress: z.string().nullable(),
  ...operated,
});

export const adminPricingPolicy = z.strictObject({
  ...pricingPolicy.shape,
  workloads: count,
  condition: ready,
  ...operated,
});

const amounts = z.strictObject({
  cpu: count,
  memory: z.number().min(0).meta({ description: 'MB of 2^20 bytes' }),
  storage: z.number().min(0).meta({ description: 'GB of 2^30 bytes' }),
  gpus: count,
});

export const node = z.strictObject({
  name: z.string(),
  description: z.string(),
  tags,
  region: z.string(),
  /** Name of the cluster's Node; null where it is the same name. */
  nodeName: z.string().nullable(),
  status: z.enum(enums.nodeStatuses),
  /** Why and when it is maintained, now or as planned; planned maintenance that is over may still be here. */
  maintenance: nodeMaintenance
    .extend({
      startTime: timestamp.nullable(),
      endTime: timestamp.nullable(),
      /** Of planned maintenance. */
      startAfterwards: z.boolean(),
    })
    .nullable(),
  /** When a node that does not answer is expected back, as an operator has told the customers who wait for it. */
  expectedBackAt: timestamp.nullable(),
  /** GPUs that are out of sale until they are repaired. */
  quarantine: z.array(
    z.strictObject({
      gpuNumber: count,
      address: z.string().nullable(),
      devicePlugin: z.enum(enums.devicePluginStates),
      reason: z.string(),
      since: timestamp.nullable(),
      by: z.string().nullable(),
    }),
  ),
  /** In the last 30 days: machines that started, starts that failed by the node, and how often the node itself failed. */
  reliability: z.strictObject({
    ...{ starts: count, failedStarts: count, faults: count },
    /** Its faults per GPU and 30 days of its being there; null for a node without GPUs, and until it is counted. */
    faultsPerGpuMonth: z.number().min(0).nullable(),
  }),
  /** The check of its free GPUs; null where there was none and none is due. */
  gpuCheck: z
    .strictObject({
      /** Why one is due; null where none is. */
      due: z.enum(enums.gpuCheckCauses).nullable(),
      /** When the last ended; null where there was none. */
      checkedAt: timestamp.nullable(),
      passed: count,
      failed: count,
      /** Machines of the check that came to nothing. */
      inconclusive: count,
      /** Machines of which a GPU may be broken; it is checked when they have left it. */
      suspects: z.array(
        z.strictObject({
          /** Of the machine. */
          name: z.string(),
          /** What the driver has logged; null where the customer has reported it. */
          xid: count.nullable(),
          at: timestamp,
        }),
      ),
    })
    .nullable(),
  /** What was declared. */
  resources: z.strictObject({
    cpu: count,
    memory: z.number().min(0).meta({ description: 'MB of 2^20 bytes' }),
    storage: z.number().min(0).meta({ description: 'GB of 2^30 bytes' }),
    gpuModel: z.string().nullable(),
    gpuNumber: count,
  }),
  /** What machines may use and hold, as the operator counted it; null until it has. */
  capacity: amounts.nullable(),
  allocated: amounts.nullable(),
  freeGpus: count,
  skus: z.array(z.string()),
  sharing: z.enum(enums.nodeSharings),
  workloads: count,
  condition: ready,
  ...dated,
  ...operated,
});

const machine = z.strictObject({ user: z.string(), name: z.string() }).nullable();

/** A GPU of a node, as far as it is known. */
export const device = z.strictObject({
  /** What the node's device plugin calls it: the PCI address with that of NVIDIA. */
  name: z.string(),
  /** As a check last reported them; null where none has. */
  uuid: z.string().nullable(),
  serial: z.string().nullable(),
  status: z.enum(enums.deviceStatuses),
  /** Why it is in quarantine. */
  quarantine: z.string().nullable(),
  /** The machine that has it. */
  machine,
  /** What happened to it of late, the latest first. */
  history: z.array(
    z.strictObject({
      ...{ time: timestamp, type: z.enum(enums.deviceEvents), machine },
      /** Why it is in quarantine, what the check itself reported, or the UUID of the GPU that was exchanged. */
      message: z.string().nullable(),
      /** The Xid that made it suspect; null where the customer reported it. */
      xid: count.nullable(),
    }),
  ),
});

/** A Node of the cluster, registered as a ComputeNode or not. */
export const clusterNode = z.strictObject({
  name: z.string(),
  /** Name of the ComputeNode that stands for it; null for one that is not registered. */
  registeredAs: z.string().nullable(),
  ready: z.boolean(),
  /** What pods can use: cores, and MB of 2^20 bytes. */
  allocatable: z.strictObject({ cpu: count, memory: count }),
  /** GPUs of the catalogue that it offers. */
  gpus: z.array(z.strictObject({ gpu: z.string(), count })),
  /** Devices that it offers and no GPU of the catalogue stands for, by the name of their resource: most likely GPUs. */
  devices: z.array(z.strictObject({ deviceName: z.string(), count })),
  /** It is kept free for the control plane, and nobody means to sell it. */
  controlPlane: z.boolean(),
});

export const regionQuery = listQuery(['name', 'displayName', 'createdAt'], {
  search,
  status: z.enum(enums.activityStatuses).optional(),
});
export const gpuQuery = listQuery(['name', 'vendor', 'model', 'memory', 'createdAt'], { search });
export const skuQuery = listQuery(['name', 'displayName', 'cpu', 'memory', 'gpuNumber', 'createdAt'], {
  search,
  status: z.enum(enums.activityStatuses).optional(),
  region: reference.optional(),
  gpu: reference.optional(),
  mode: z.enum(enums.pricingModes).optional(),
  pricing: reference.optional(),
  /** On sale, and not to be had now: in the region that is asked for, or in any. */
  soldOut: z.literal('true').optional(),
});
export const imageQuery = listQuery(['name', 'osType', 'version', 'size', 'createdAt'], {
  search,
  status: z.enum(enums.imageStatuses).optional(),
  osType: z.enum(enums.osTypes).optional(),
  architecture: z.enum(enums.architectures).optional(),
});
export const pricingPolicyQuery = listQuery(['name', 'mode', 'price', 'createdAt'], {
  search,
  mode: z.enum(enums.pricingModes).optional(),
});
export const nodeQuery = listQuery(
  ['name', 'region', 'freeGpus', 'workloads', 'faultsPerGpuMonth', 'status', 'createdAt'],
  {
    search,
    status: z.enum(enums.nodeStatuses).optional(),
    region: reference.optional(),
    sku: reference.optional(),
    gpu: reference.optional(),
    /** In use but not ready, or under maintenance with machines that still run. */
    attention: z.literal('true').optional(),
  },
);
export const deviceQuery = listQuery(['name', 'status'], {});
export const clusterNodeQuery = listQuery(['name'], {
  search,
  registered: z.enum(['true', 'false']).optional(),
});

export type Translations = z.infer<typeof translations>;
export type Region = z.infer<typeof region>;
export type Gpu = z.infer<typeof gpu>;
export type Sku = z.infer<typeof sku>;
export type Availability = z.infer<typeof availability>;
export type Image = z.infer<typeof image>;
export type PricingPolicy = z.infer<typeof pricingPolicy>;
export type Node = z.infer<typeof node>;
export type Device = z.infer<typeof device>;
export type AdminRegion = z.infer<typeof adminRegion>;
export type AdminGpu = z.infer<typeof adminGpu>;
export type AdminSku = z.infer<typeof adminSku>;
export type AdminImage = z.infer<typeof adminImage>;
export type AdminPricingPolicy = z.infer<typeof adminPricingPolicy>;
export type ClusterNode = z.infer<typeof clusterNode>;
