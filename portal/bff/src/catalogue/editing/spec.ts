/**
 * Converts operators' input to specs of custom resources. Pure. Omitted fields are undefined: absent from a new object,
 * and removed from an existing one (`asPatch`).
 */
import type {
  GpuChange,
  ImageChange,
  ImageSource,
  MaintenancePlan,
  NodeChange,
  NodeReturn,
  NodeStatusChange,
  PricingPolicyChange,
  QuarantineRequest,
  RegionChange,
  SkuChange,
} from '@gpulease/contract/catalogue-editing';
import type { PricingMode, PricingUnit } from '@gpulease/contract/enums';
import type {
  ComputeNode,
  GPU,
  GPUCheck,
  PricingPolicy,
  QuarantinedGpus,
  Region,
  SKU,
  VMImage,
} from '@gpulease/crds';
import { invalidFields } from '../../http/product-error.ts';
import { foundState } from '../node-state.ts';
import { fromGib, fromMib } from '../size.ts';
import { gpuCheckPolicies, pricingModes, pricingUnits } from '../views.ts';

/** A spec without immutable fields and those with their own operation, such as the state. */
type Edited<Object extends { spec: object }, Elsewhere extends keyof Object['spec'] = never> = {
  [Key in keyof Omit<Object['spec'], Elsewhere>]: Object['spec'][Key] | undefined;
};

interface Texts {
  readonly displayName?: string | undefined;
  readonly description?: string | undefined;
}

/** Returns the English texts; undefined if there are none. */
function translationsOf({ en = {} }: { readonly en?: Texts | undefined }) {
  return Object.values(en).some((text) => text !== undefined) ? { en } : undefined;
}

const orAbsent = <T>(value: T | null): T | undefined => value ?? undefined;
const listOrAbsent = <T>(items: T[]): T[] | undefined => (items.length === 0 ? undefined : items);

export function regionSpec(region: RegionChange): Edited<Region, 'state'> {
  const { exposureType, addresses, storageClassName, storageLocality } = region;
  const isDefaultStorage = storageClassName === null && storageLocality === 'SHARED';
  return {
    displayName: orAbsent(region.displayName),
    description: region.description,
    translations: translationsOf(region.translations),
    tags: listOrAbsent(region.tags),
    exposure: {
      type: exposureType === 'NODE_PORT' ? 'NodePort' : 'LoadBalancer',
      addresses: listOrAbsent(addresses),
    },
    http: httpOf(region),
    storage: isDefaultStorage
      ? undefined
      : {
          className: orAbsent(storageClassName),
          locality: storageLocality === 'NODE' ? 'Node' : 'Shared',
        },
    cpuModel: orAbsent(region.cpuModel),
    gpuCheck: gpuCheckOf(region),
  };
}

function gpuCheckOf(region: RegionChange): Region['spec']['gpuCheck'] {
  const { gpuCheckPolicy, gpuCheckImage: image, gpuCheckTimeout } = region;
  if (image === null) return undefined;
  return { policy: checkPolicies[gpuCheckPolicy], image, timeoutSeconds: gpuCheckTimeout };
}

function httpOf({ httpDomain, ingressClassName, httpScheme }: RegionChange): Region['spec']['http'] {
  if (httpDomain === null) return undefined;
  const scheme = httpScheme === 'HTTPS' ? httpScheme : undefined;
  return { domain: httpDomain, ingressClassName: orAbsent(ingressClassName), scheme };
}

export function gpuSpec({ vendor, model, memory, deviceName, pciVendorSelector }: GpuChange): Edited<GPU> {
  return {
    vendor,
    model,
    memory: fromGib(memory),
    deviceName,
    pciVendorSelector: orAbsent(pciVendorSelector),
  };
}

export function skuSpec(sku: SkuChange): Edited<SKU, 'state'> {
  return {
    displayName: sku.displayName,
    description: orAbsent(sku.description),
    translations: translationsOf(sku.translations),
    cpu: sku.cpu,
    memory: fromGib(sku.memory),
    disk: fromGib(sku.disk),
    gpu: gpusOf(sku.gpu, sku.gpuNumber),
    tags: listOrAbsent(sku.tags),
    pricing: sku.pricingNames,
  };
}

function gpusOf(model: string | null, count: number) {
  return model === null ? undefined : { model, count };
}

export function imageSpec(image: ImageChange): Edited<VMImage, 'state'> {
  return {
    description: image.description,
    translations: translationsOf(image.translations),
    osType: image.osType === 'WINDOWS' ? 'Windows' : 'Linux',
    version: image.version,
    size: fromGib(image.size),
    architecture: image.architecture,
    defaultUser: orAbsent(image.defaultUser),
    gpu: gpuSoftwareOf(image),
    source: sourceOf(image.source),
  };
}

function gpuSoftwareOf({ gpuDriverVersion, cudaVersion, gpuMetricsPort }: ImageChange) {
  if (gpuDriverVersion === null) return undefined;
  return {
    driverVersion: gpuDriverVersion,
    cudaVersion: orAbsent(cudaVersion),
    metricsPort: orAbsent(gpuMetricsPort),
  };
}

/** Sets all three types, so that a change of the type removes the former source. */
function sourceOf(source: ImageSource): VMImage['spec']['source'] {
  const none = { registry: undefined, http: undefined, dataSource: undefined };
  switch (source.type) {
    case 'REGISTRY':
      return { ...none, registry: { url: source.url } };
    case 'HTTP':
      return { ...none, http: { url: source.url, checksum: source.checksum } };
    case 'DATA_SOURCE':
      return { ...none, dataSource: { namespace: source.namespace, name: source.name } };
  }
}

type Mode = PricingPolicy['spec']['mode'];
type Unit = PricingPolicy['spec']['unit'];
const checkPolicies = inverse<GPUCheck['policy'], RegionChange['gpuCheckPolicy']>(gpuCheckPolicies);
const modes = inverse<Mode, PricingMode>(pricingModes);
const units = inverse<Unit, PricingUnit>(pricingUnits);

function inverse<Key extends string, Value extends string>(table: Record<Key, Value>): Record<Value, Key> {
  return Object.fromEntries(Object.entries<Value>(table).map(([key, value]) => [value, key])) as Record<
    Value,
    Key
  >;
}

export function pricingPolicySpec(policy: PricingPolicyChange): Edited<PricingPolicy, 'mode'> {
  return {
    price: policy.price,
    currency: policy.currency,
    unit: units[policy.unit],
    description: orAbsent(policy.description),
    translations: translationsOf(policy.translations),
  };
}

/** Returns the immutable fields. */
export function pricingModeSpec({ mode }: { readonly mode: PricingMode }) {
  return { mode: modes[mode] };
}

/** Omits tolerations, which the portal does not edit. */
export function nodeSpec(
  node: NodeChange,
): Edited<ComputeNode, 'state' | 'maintenance' | 'expectedBackAt' | 'quarantine' | 'tolerations'> {
  const { cpu, memory, storage, gpuModel, gpuNumber } = node.resources;
  return {
    description: node.description,
    tags: listOrAbsent(node.tags),
    region: node.region,
    nodeName: orAbsent(node.nodeName),
    resources: {
      cpu,
      memory: fromMib(memory),
      storage: fromGib(storage),
      gpus: gpusOf(gpuModel, gpuNumber),
    },
    skus: node.skus,
    sharing: node.sharing === 'DEDICATED' ? 'Dedicated' : undefined,
  };
}

const nodeStates = { active: 'Active', inactive: 'Inactive', maintenance: 'Maintenance' } as const;

const unplanned = { startTime: undefined, endTime: undefined, resume: undefined };

/** Maintenance that begins now replaces a planned one. Another state ends current maintenance but leaves a planned one. */
export function nodeState({ status, maintenance }: NodeStatusChange, node: ComputeNode) {
  const state = nodeStates[status];
  if (maintenance !== null) return { state, maintenance: { ...maintenance, ...unplanned } };
  return foundState(node) === 'Maintenance' ? { state, maintenance: undefined } : { state };
}

/** Throws INVALID_ARGUMENT if the end has passed. */
export function planSpec(plan: MaintenancePlan, now: Date): Pick<ComputeNode['spec'], 'maintenance'> {
  if (new Date(plan.endTime) <= now) throw invalidFields({ endTime: 'dateInPast' });
  const { startAfterwards, ...times } = plan;
  return { maintenance: { ...times, resume: startAfterwards ? 'Automatic' : 'Manual' } };
}

/** Throws INVALID_ARGUMENT for a date in the past. */
export function returnSpec(
  { expectedBackAt }: NodeReturn,
  now: Date,
): Pick<ComputeNode['spec'], 'expectedBackAt'> {
  if (expectedBackAt !== null && new Date(expectedBackAt) <= now)
    throw invalidFields({ expectedBackAt: 'dateInPast' });
  return { expectedBackAt: orAbsent(expectedBackAt) };
}

/** Returns the quarantine with a new entry. */
export function quarantineSpec(
  { spec }: ComputeNode,
  { gpuNumber, address, devicePlugin, reason }: QuarantineRequest,
  told: { readonly since: string; readonly by: string },
): { quarantine: QuarantinedGpus[] } {
  const entry = {
    count: gpuNumber,
    ...(address !== null && { address }),
    reason,
    ...told,
    ...(devicePlugin === 'EXCLUDES' && { devicePlugin: 'Excludes' as const }),
  };
  return { quarantine: [...(spec.quarantine ?? []), entry] };
}

/** Returns the quarantine without an entry. */
export function repairedSpec(
  { spec }: ComputeNode,
  entry: number,
): { quarantine: QuarantinedGpus[] | undefined } {
  return { quarantine: listOrAbsent((spec.quarantine ?? []).filter((_, index) => index !== entry)) };
}

export function activityState({ status }: { readonly status: 'active' | 'inactive' }) {
  return { state: status === 'active' ? 'Active' : 'Inactive' };
}

export function imageState({ status }: { readonly status: 'enabled' | 'disabled' }) {
  return { state: status === 'enabled' ? 'Enabled' : 'Disabled' };
}

/** Converts a part of an object to a merge patch: undefined removes a field. */
export function asPatch(part: object): object {
  const entries = Object.entries(part).map(([key, value]: [string, unknown]) => [key, patchOf(value)]);
  return Object.fromEntries(entries) as object;
}

function patchOf(value: unknown): unknown {
  if (value === undefined) return null;
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? asPatch(value) : value;
}
