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
/** Whether the operator accepts the object; if not, its CamelCase reason and one English sentence. */
const ready = z.strictObject({
  ready: z.boolean(),
  reason: z.string(),
  message: z.string(),
  parameters: conditionParameters.optional(),
});

/** Times of creation and of the last write, and the version. */
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
  /** Suffix of workloads' HTTP hosts here; null if the region offers none. */
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

/** Current availability on demand, including room that Spot machines would free. */
export const availability = z.strictObject({
  region: z.string(),
  ...supply.shape,
  /** Most that one order can request, because a machine runs on a single node. */
  largest: count,
  /** Current availability under Spot. */
  spot: supply,
  /** Most that could be reserved with a later start. */
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
  /** Version of the installed GPU driver; null if none is stated. */
  gpuDriverVersion: z.string().nullable(),
  /** Version of the installed CUDA; null if none is. */
  cudaVersion: z.string().nullable(),
  /** Guest port of the DCGM exporter, which measures the GPUs; null if none is installed. */
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

/** The tool that manages an object from Git; the portal then refuses changes to it. */
export const managedBy = z.strictObject({ tool: z.enum(enums.gitOpsTools), name: z.string() }).nullable();

/** Additional fields of every kind for operators. */
const operated = {
  managedBy,
  /** Whether it was deleted; it disappears once nothing uses it. */
  deleting: z.boolean(),
  /** Conditions set by the operator, in English. */
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
  /** Ports through which machines are reached, shared by all regions; null with load balancers. */
  nodePorts: z.strictObject({ first: z.int(), last: z.int(), free: count }).nullable(),
  ingressClassName: z.string().nullable(),
  /** Scheme of machines' HTTP hosts, if the region offers any. */
  httpScheme: z.enum(enums.httpSchemes),
  storageClassName: z.string().nullable(),
  storageLocality: z.enum(enums.storageLocalities),
  /** CPU model of its machines; null for the default. */
  cpuModel: z.string().nullable(),
  /** When its free GPUs are checked, with which image, and the timeout in seconds. */
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
  /** What prevents its sale, whether entirely, in one of its regions or at one of its prices. */
  faults: z.array(
    z.strictObject({
      area: z.enum(enums.skuNeeds),
      name: z.string(),
      /** ReferenceMissing, or the CamelCase reason why that object is not ready, with one English sentence. */
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
  /** Import progress of the disk, such as `42.5%`; null if nothing is being imported. */
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
  /** Name of the cluster's Node; null if it is the same. */
  nodeName: z.string().nullable(),
  status: z.enum(enums.nodeStatuses),
  /** Current or planned maintenance; planned maintenance that is over may still be present. */
  maintenance: nodeMaintenance
    .extend({
      startTime: timestamp.nullable(),
      endTime: timestamp.nullable(),
      /** Always false unless the maintenance is planned. */
      startAfterwards: z.boolean(),
    })
    .nullable(),
  /** When an unresponsive node is expected back, as announced to the customers who wait for it. */
  expectedBackAt: timestamp.nullable(),
  /** GPUs that are off sale until they are repaired. */
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
  /** In the last 30 days: machines started, starts that failed because of the node, and failures of the node itself. */
  reliability: z.strictObject({
    ...{ starts: count, failedStarts: count, faults: count },
    /** Faults per GPU and 30 days of the node's existence; null for a node without GPUs, and until counted. */
    faultsPerGpuMonth: z.number().min(0).nullable(),
  }),
  /** The check of its free GPUs; null if none has run and none is due. */
  gpuCheck: z
    .strictObject({
      /** Why a check is due; null if none is. */
      due: z.enum(enums.gpuCheckCauses).nullable(),
      /** When the last check ended; null if there was none. */
      checkedAt: timestamp.nullable(),
      passed: count,
      failed: count,
      /** Check machines that ended without a result. */
      inconclusive: count,
      /** Machines with a possibly broken GPU, which is checked once they have left it. */
      suspects: z.array(
        z.strictObject({
          /** Name of the machine. */
          name: z.string(),
          /** Xid that the driver logged; null if the customer reported the GPU. */
          xid: count.nullable(),
          at: timestamp,
        }),
      ),
    })
    .nullable(),
  /** Declared resources. */
  resources: z.strictObject({
    cpu: count,
    memory: z.number().min(0).meta({ description: 'MB of 2^20 bytes' }),
    storage: z.number().min(0).meta({ description: 'GB of 2^30 bytes' }),
    gpuModel: z.string().nullable(),
    gpuNumber: count,
  }),
  /** What machines can use and what they hold, as counted by the operator; null until then. */
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

/** A GPU of a node. */
export const device = z.strictObject({
  /** Its name in the node's device plugin; with NVIDIA's, the PCI address. */
  name: z.string(),
  /** As last reported by a check; null if none has reported. */
  uuid: z.string().nullable(),
  serial: z.string().nullable(),
  status: z.enum(enums.deviceStatuses),
  /** Reason for the quarantine, if any. */
  quarantine: z.string().nullable(),
  /** The machine that uses it. */
  machine,
  /** Recent events, newest first. */
  history: z.array(
    z.strictObject({
      ...{ time: timestamp, type: z.enum(enums.deviceEvents), machine },
      /** Reason for the quarantine, output of the check, or UUID of the GPU that was replaced. */
      message: z.string().nullable(),
      /** The Xid that made it suspect; null if the customer reported it. */
      xid: count.nullable(),
    }),
  ),
});

/** A Node of the cluster, registered as a ComputeNode or not. */
export const clusterNode = z.strictObject({
  name: z.string(),
  /** Name of its ComputeNode; null if it is not registered. */
  registeredAs: z.string().nullable(),
  ready: z.boolean(),
  /** Allocatable to pods: cores, and MB of 2^20 bytes. */
  allocatable: z.strictObject({ cpu: count, memory: count }),
  /** GPUs of the catalogue that it offers. */
  gpus: z.array(z.strictObject({ gpu: z.string(), count })),
  /** Devices that it offers and that match no GPU of the catalogue, by resource name: most likely GPUs. */
  devices: z.array(z.strictObject({ deviceName: z.string(), count })),
  /** Whether it is reserved for the control plane and not meant for sale. */
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
  /** On sale but currently sold out, in the requested region or in any. */
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
    /** In use but not ready, or under maintenance while machines still run. */
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
