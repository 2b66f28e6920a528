/** Converts custom resources to views of the API. Pure. */
import { findCondition } from '@gpulease/kube';
import { catalogueReasons } from '@gpulease/crds';
import type {
  Condition,
  GPU,
  GPUCheck,
  ObjectMeta,
  PricingPolicy,
  Region,
  SKU,
  VMImage,
} from '@gpulease/crds';
import type {
  AdminRegion,
  Gpu,
  Image,
  PricingPolicy as PolicyView,
  Region as RegionView,
  Sku,
  Translations,
} from '@gpulease/contract/catalogue';
import type { Pricing } from '@gpulease/contract/common';
import type { AvailabilityLevel, PricingMode, PricingUnit } from '@gpulease/contract/enums';
import { formatPrice, parsePrice } from '@gpulease/contract/money';
import { toGib } from './size.ts';

export interface CommonStatus {
  conditions?: Condition[] | undefined;
  updatedAt?: string | undefined;
}

export const pricingModes = {
  OnDemand: 'ON_DEMAND',
  Reserved: 'RESERVED',
  Spot: 'SPOT',
} as const satisfies Record<PricingPolicy['spec']['mode'], PricingMode>;

export const gpuCheckPolicies = {
  Never: 'NEVER',
  AfterFaults: 'AFTER_FAULTS',
  AfterEachCustomer: 'AFTER_EACH_CUSTOMER',
  DailyWhenFree: 'DAILY_WHEN_FREE',
} as const satisfies Record<GPUCheck['policy'], AdminRegion['gpuCheckPolicy']>;

export const pricingUnits = {
  Second: 'SECOND',
  Minute: 'MINUTE',
  Hour: 'HOUR',
  Day: 'DAY',
  Week: 'WEEK',
  Month: 'MONTH',
  Year: 'YEAR',
} as const satisfies Record<PricingPolicy['spec']['unit'], PricingUnit>;

const levels = {
  None: 'NONE',
  Low: 'LOW',
  Medium: 'MEDIUM',
  High: 'HIGH',
} as const satisfies Record<string, AvailabilityLevel>;

const activity = { Active: 'active', Inactive: 'inactive' } as const;

/** Returns the fields of all objects: name, times and version. */
export function common(metadata: ObjectMeta, status: CommonStatus | undefined) {
  const createdAt = toInstant(metadata.creationTimestamp);
  return {
    name: metadata.name,
    createdAt,
    updatedAt: status?.updatedAt ? toInstant(status.updatedAt) : createdAt,
    etag: String(metadata.generation ?? 0),
  };
}

export function condition(status: CommonStatus | undefined) {
  const found = findCondition(status?.conditions, 'Ready');
  const { reason = '', message = '', parameters } = found ?? {};
  return { ready: found?.status === 'True', reason, message, ...(parameters && { parameters }) };
}

/**
 * Whether the operator reports an object as unusable. Unchecked objects count as usable, and so do objects being deleted,
 * which stay available to their current users.
 */
export function isUnready({ status }: { readonly status?: CommonStatus | undefined }): boolean {
  const ready = findCondition(status?.conditions, 'Ready');
  return ready?.status === 'False' && ready.reason !== catalogueReasons.deleting;
}

/** Returns the texts for customers, in Chinese and translated. */
function textsOf(spec: { description?: string | undefined; translations?: Translations | undefined }) {
  return { description: spec.description ?? '', translations: spec.translations ?? {} };
}

/** Formats a time as RFC 3339 in UTC with milliseconds. */
export function toInstant(time: string | undefined): string {
  return new Date(time ?? 0).toISOString();
}

export function toRegion({ metadata, spec, status }: Region): RegionView {
  const { nodes, workloads = 0, capacity = [] } = status ?? {};
  return {
    ...common(metadata, status),
    displayName: spec.displayName ?? metadata.name,
    ...textsOf(spec),
    tags: spec.tags ?? [],
    status: activity[spec.state],
    nodes: nodes?.total ?? 0,
    workloads,
    gpus: capacity.map(withinTotal),
    httpDomain: spec.http?.domain ?? null,
    condition: condition(status),
  };
}

/** Limits `allocated` to `total`: during the notice to Spot machines, they and their replacements both count. */
export function withinTotal<T extends { total: number; allocated: number }>(capacity: T): T {
  return { ...capacity, allocated: Math.min(capacity.allocated, capacity.total) };
}

export function toGpu({ metadata, spec, status }: GPU): Gpu {
  const { total = 0, allocated = 0, free = 0 } = status ?? {};
  return {
    ...common(metadata, status),
    vendor: spec.vendor,
    model: spec.model,
    memory: toGib(spec.memory),
    ...withinTotal({ total, allocated }),
    free,
  };
}

export function toPricing({ metadata, spec }: PricingPolicy): Pricing {
  return {
    name: metadata.name,
    mode: pricingModes[spec.mode],
    price: formatPrice(parsePrice(spec.price)),
    currency: spec.currency,
    unit: pricingUnits[spec.unit],
  };
}

export function toPricingPolicy(policy: PricingPolicy): PolicyView {
  const { metadata, spec, status } = policy;
  return {
    ...common(metadata, status),
    ...toPricing(policy),
    ...textsOf(spec),
    skus: status?.skus ?? 0,
  };
}

/** The objects referenced by a SKU, if they exist. */
export interface SkuReferences {
  readonly gpu: GPU | undefined;
  readonly policies: readonly PricingPolicy[];
}

export function toSku({ metadata, spec, status }: SKU, { gpu, policies }: SkuReferences): Sku {
  const { availability = [], workloads = 0 } = status ?? {};
  return {
    ...common(metadata, status),
    displayName: spec.displayName,
    ...textsOf(spec),
    cpu: spec.cpu,
    memory: toGib(spec.memory),
    disk: toGib(spec.disk),
    ...gpusOf(spec, gpu),
    tags: spec.tags ?? [],
    status: activity[spec.state],
    pricingNames: spec.pricing,
    pricing: policies.map(toPricing),
    availability: availability.map(
      ({ region, available, level, largest = available, spot, bookable = 0 }) => ({
        region,
        available,
        level: levels[level],
        largest,
        spot: { available: spot?.available ?? 0, level: levels[spot?.level ?? 'None'] },
        bookable,
      }),
    ),
    workloads,
    condition: condition(status),
  };
}

/** Returns the GPUs of a SKU; a model missing in the catalogue is shown by its name. */
function gpusOf({ gpu: wanted }: SKU['spec'], gpu: GPU | undefined) {
  if (!wanted) return { gpu: null, gpuModel: null, gpuMemory: null, gpuNumber: 0 };
  return {
    gpu: wanted.model,
    gpuModel: gpu?.spec.model ?? wanted.model,
    gpuMemory: gpu ? toGib(gpu.spec.memory) : null,
    gpuNumber: wanted.count,
  };
}

function gpuSoftwareOf({ gpu }: VMImage['spec']) {
  return {
    gpuDriverVersion: gpu?.driverVersion ?? null,
    cudaVersion: gpu?.cudaVersion ?? null,
    gpuMetricsPort: gpu?.metricsPort ?? null,
  };
}

export function toImage({ metadata, spec, status }: VMImage): Image {
  return {
    ...common(metadata, status),
    ...textsOf(spec),
    osType: spec.osType === 'Windows' ? 'WINDOWS' : 'LINUX',
    version: spec.version,
    size: toGib(spec.size),
    architecture: spec.architecture,
    status: spec.state === 'Enabled' ? 'enabled' : 'disabled',
    defaultUser: spec.defaultUser ?? '',
    ...gpuSoftwareOf(spec),
    workloads: status?.workloads ?? 0,
    condition: condition(status),
  };
}
