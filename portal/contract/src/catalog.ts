/** The catalogue as customers and operators see it. Sizes are GiB; a node's memory is MiB, as the product has it. */
import * as z from 'zod';
import {
  activityStatuses,
  architectures,
  availabilityLevels,
  imageStatuses,
  nodeStatuses,
  osTypes,
  pricingModes,
} from './enums.ts';
import { count, etag, listQuery, pricing, search, tags, timestamp } from './common.ts';
import { reference } from './validation.ts';

const gib = z.number().min(0).meta({ description: 'GiB' });
const ready = z.strictObject({ ready: z.boolean(), message: z.string() });

/** Texts in other languages than the plain fields, which are Chinese; what is missing is shown in Chinese. */
const translations = z.strictObject({
  en: z.strictObject({ displayName: z.string().optional(), description: z.string().optional() }).optional(),
});

export const gpuCapacity = z.strictObject({ model: z.string(), total: count, allocated: count, free: count });

export const region = z.strictObject({
  name: z.string(),
  displayName: z.string(),
  description: z.string(),
  translations,
  tags,
  status: z.enum(activityStatuses),
  nodes: count,
  workloads: count,
  gpus: z.array(gpuCapacity),
  /** Suffix of workloads' HTTP hosts here; null where the region offers none. */
  httpDomain: z.string().nullable(),
  condition: ready,
  createdAt: timestamp,
  updatedAt: timestamp,
  etag,
});

export const gpu = z.strictObject({
  name: z.string(),
  vendor: z.string(),
  model: z.string(),
  memory: gib,
  total: count,
  allocated: count,
  free: count,
  createdAt: timestamp,
  updatedAt: timestamp,
  etag,
});

const supply = z.strictObject({ available: count, level: z.enum(availabilityLevels) });

/** What can be had on demand now, where Spot machines make room. */
export const availability = z.strictObject({
  region: z.string(),
  ...supply.shape,
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
  status: z.enum(activityStatuses),
  pricingNames: z.array(z.string()),
  pricing: z.array(pricing),
  availability: z.array(availability),
  workloads: count,
  condition: ready,
  createdAt: timestamp,
  updatedAt: timestamp,
  etag,
});

export const image = z.strictObject({
  name: z.string(),
  description: z.string(),
  translations,
  osType: z.enum(osTypes),
  version: z.string(),
  size: gib,
  architecture: z.enum(architectures),
  status: z.enum(imageStatuses),
  defaultUser: z.string(),
  workloads: count,
  condition: ready,
  createdAt: timestamp,
  updatedAt: timestamp,
  etag,
});

export const pricingPolicy = z.strictObject({
  ...pricing.shape,
  description: z.string(),
  translations,
  skus: count,
  createdAt: timestamp,
  updatedAt: timestamp,
  etag,
});

export const node = z.strictObject({
  name: z.string(),
  description: z.string(),
  tags,
  region: z.string(),
  status: z.enum(nodeStatuses),
  resources: z.strictObject({
    cpu: count,
    memory: count.meta({ description: 'MiB' }),
    storage: gib,
    gpuModel: z.string().nullable(),
    gpuNumber: count,
  }),
  freeGpus: count,
  skus: z.array(z.string()),
  workloads: count,
  condition: ready,
  createdAt: timestamp,
  updatedAt: timestamp,
  etag,
});

export const regionQuery = listQuery(['name', 'displayName', 'createdAt'], {
  search,
  status: z.enum(activityStatuses).optional(),
});
export const gpuQuery = listQuery(['name', 'vendor', 'model', 'memory', 'createdAt'], { search });
export const skuQuery = listQuery(['name', 'displayName', 'cpu', 'memory', 'gpuNumber', 'createdAt'], {
  search,
  status: z.enum(activityStatuses).optional(),
  region: reference.optional(),
  gpu: reference.optional(),
  mode: z.enum(pricingModes).optional(),
});
export const imageQuery = listQuery(['name', 'osType', 'version', 'size', 'createdAt'], {
  search,
  status: z.enum(imageStatuses).optional(),
  osType: z.enum(osTypes).optional(),
  architecture: z.enum(architectures).optional(),
});
export const pricingPolicyQuery = listQuery(['name', 'mode', 'price', 'createdAt'], {
  search,
  mode: z.enum(pricingModes).optional(),
});
export const nodeQuery = listQuery(['name', 'region', 'createdAt'], {
  search,
  status: z.enum(nodeStatuses).optional(),
  region: reference.optional(),
});

export type Translations = z.infer<typeof translations>;
export type Region = z.infer<typeof region>;
export type Gpu = z.infer<typeof gpu>;
export type Sku = z.infer<typeof sku>;
export type Availability = z.infer<typeof availability>;
export type Image = z.infer<typeof image>;
export type PricingPolicy = z.infer<typeof pricingPolicy>;
export type Node = z.infer<typeof node>;
