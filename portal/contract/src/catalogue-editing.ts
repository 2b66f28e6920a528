/**
 * Operators' requests that edit the catalogue: each kind's creation, and its change, which carries every field that the
 * portal edits. Optional fields are nullable. Sizes are GiB; a node's memory is MB of 2^20 bytes and its storage GB of
 * 2^30, like Mi and Gi in Kubernetes.
 */
import * as z from 'zod';
import * as enums from './enums.ts';
import {
  cpuModel,
  hostName,
  instant,
  ipAddress,
  portNumber,
  positivePrice,
  reference,
  resourceName,
  filled,
  textUpTo,
  trimmed as text,
  wholeNumber,
} from './validation.ts';
import type { ValidationKey } from './validation-messages.ts';

export const optional = <T extends z.ZodType>(schema: T) => schema.nullable().default(null);

/** Returns the options of a rule about several fields: the field that it refuses, and the message. */
const at = (field: string, error: ValidationKey) => ({ path: [field], error });

const isUnique = (items: readonly string[]) => new Set(items).size === items.length;
const listOfUnique = (item: z.ZodType<string, string>, most: number) =>
  z.array(item).max(most, 'tooMany').refine(isUnique, 'repeated').meta({ uniqueItems: true });

const MOST_GIB = 999_999;
const MIB_IN_GIB = 1 / 1_024;
/** Returns the schema of a size in GiB that is a whole number of MiB, as the cluster requires. */
export function size(least: number) {
  const range = `between:${Number(least.toFixed(3))}:${MOST_GIB}`;
  return z
    .number()
    .min(least, range)
    .max(MOST_GIB, range)
    .refine((gib) => Number.isInteger(gib / MIB_IN_GIB), 'wholeMib')
    .meta({ description: 'GiB', multipleOf: MIB_IN_GIB });
}

const tags = listOfUnique(text(63), 32).default([]);
const translatedDescription = z
  .strictObject({ en: z.strictObject({ description: text(1_024).optional() }).optional() })
  .default({});
const translations = z
  .strictObject({
    en: z.strictObject({ displayName: text(128).optional(), description: text(1_024).optional() }).optional(),
  })
  .default({});

/** The name of a GPU; null explicitly selects none, and the number of GPUs is then 0. */
const gpuChoice = reference.nullable();
const hasGpuAndNumber = (gpu: string | null, number: number) => (gpu === null) === (number === 0);

const named = { name: resourceName };

const regionFields = {
  displayName: optional(text(128)),
  description: text(1_024),
  translations,
  tags,
  exposureType: z.enum(enums.exposureTypes),
  addresses: listOfUnique(ipAddress, 64).default([]),
  httpDomain: optional(hostName),
  ingressClassName: optional(reference),
  httpScheme: z.enum(enums.httpSchemes).default('HTTP'),
  storageClassName: optional(reference),
  storageLocality: z.enum(enums.storageLocalities).default('SHARED'),
  cpuModel: optional(cpuModel),
  gpuCheckPolicy: z.enum(enums.gpuCheckPolicies).default('NEVER'),
  gpuCheckImage: optional(text(512)),
  /** Timeout of a check in seconds. */
  gpuCheckTimeout: z.int().min(60).max(7_200).default(900),
};

export const regionChange = z
  .strictObject(regionFields)
  .refine(
    ({ exposureType, addresses }) => exposureType !== 'NODE_PORT' || addresses.length > 0,
    at('addresses', 'required'),
  )
  .refine(
    ({ exposureType, addresses }) => exposureType !== 'LOAD_BALANCER' || addresses.length === 0,
    at('addresses', 'ownAddresses'),
  )
  .refine(
    ({ httpDomain, ingressClassName }) => ingressClassName === null || httpDomain !== null,
    at('httpDomain', 'required'),
  )
  .refine(
    ({ gpuCheckPolicy, gpuCheckImage }) => gpuCheckPolicy === 'NEVER' || gpuCheckImage !== null,
    at('gpuCheckImage', 'required'),
  );
export const regionCreation = regionChange.safeExtend(named);

const gpuFields = {
  vendor: text(63),
  model: text(63),
  memory: size(1 / 1_024),
  deviceName: filled(317).regex(
    /^(?!.*kubernetes\.io\/)[a-z0-9]([-a-z0-9.]*[a-z0-9])?\/[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/,
    'deviceName',
  ),
  pciVendorSelector: optional(z.string().regex(/^[0-9A-F]{4}:[0-9A-F]{4}$/, 'pciVendorSelector')),
};
export const gpuCreation = z.strictObject({ ...named, ...gpuFields });
export const gpuChange = z.strictObject(gpuFields);

const skuFields = {
  displayName: text(128),
  description: optional(text(1_024)),
  translations,
  cpu: wholeNumber(1, 1_024),
  memory: size(0.25),
  disk: size(1),
  gpu: gpuChoice,
  gpuNumber: wholeNumber(0, 16),
  tags,
  pricingNames: listOfUnique(reference, 16).refine((names) => names.length > 0, 'required'),
};

export const skuChange = z
  .strictObject(skuFields)
  .refine(({ gpu, gpuNumber }) => hasGpuAndNumber(gpu, gpuNumber), at('gpuNumber', 'outOfRange'));
export const skuCreation = skuChange.safeExtend(named);

/** Where an image's disk comes from. */
export const imageSource = z.discriminatedUnion(
  'type',
  [
    z.strictObject({
      type: z.literal('REGISTRY'),
      url: filled(512).regex(/^docker:\/\/[^\s/@]+\/\S+$/, 'registryUrl'),
    }),
    z.strictObject({
      type: z.literal('HTTP'),
      url: filled(2_048).regex(/^https?:\/\/[^\s/@]+\/\S+$/, 'fileUrl'),
      checksum: z
        .string()
        .min(1, 'required')
        .regex(/^(sha256:[0-9a-f]{64}|sha512:[0-9a-f]{128})$/, 'checksum'),
    }),
    z.strictObject({ type: z.literal('DATA_SOURCE'), namespace: reference, name: reference }),
  ],
  'required',
);

const imageFields = {
  description: text(1_024),
  translations: translatedDescription,
  osType: z.enum(enums.osTypes),
  version: text(63),
  size: size(1 / 1_024),
  architecture: z.enum(enums.architectures),
  defaultUser: optional(textUpTo(32).regex(/^[A-Za-z_][-A-Za-z0-9_]*$/, 'defaultUser')),
  gpuDriverVersion: optional(z.string().regex(/^[0-9]{1,5}(\.[0-9]{1,5}){0,3}$/, 'invalid')),
  /** Requires a driver: without one, CUDA finds no GPU. */
  cudaVersion: optional(z.string().regex(/^[0-9]{1,2}\.[0-9]{1,2}(\.[0-9]{1,2})?$/, 'invalid')),
  /** Port of the DCGM exporter in the guest. */
  gpuMetricsPort: optional(portNumber),
  source: imageSource,
};

export const imageChange = z
  .strictObject(imageFields)
  .refine(
    ({ osType, architecture }) => osType !== 'WINDOWS' || architecture === 'amd64',
    at('architecture', 'windowsArchitecture'),
  )
  .refine(
    ({ gpuDriverVersion, cudaVersion, gpuMetricsPort }) =>
      gpuDriverVersion !== null || (cudaVersion === null && gpuMetricsPort === null),
    at('gpuDriverVersion', 'required'),
  );
export const imageCreation = imageChange.safeExtend(named);

const pricingPolicyFields = {
  price: positivePrice,
  currency: z.enum(enums.currencies),
  unit: z.enum(enums.pricingUnits),
  description: optional(text(1_024)),
  translations: translatedDescription,
};

const shortUnits: readonly string[] = ['SECOND', 'MINUTE', 'HOUR'];

export const pricingPolicyCreation = z
  .strictObject({ ...named, mode: z.enum(enums.pricingModes), ...pricingPolicyFields })
  .refine(({ mode, unit }) => mode !== 'RESERVED' || !shortUnits.includes(unit), at('unit', 'reservedUnit'));
/** The mode is immutable, because machines were ordered under it. */
export const pricingPolicyChange = z.strictObject(pricingPolicyFields);

const nodeFields = {
  description: text(1_024),
  tags,
  region: reference,
  /** Name of the cluster's Node; null if it is the same. */
  nodeName: optional(reference),
  resources: z
    .strictObject({
      cpu: wholeNumber(1, 4_096),
      memory: wholeNumber(1, 999_999_999).meta({ description: 'MB of 2^20 bytes' }),
      storage: size(1 / 1_024).meta({ description: 'GB of 2^30 bytes' }),
      gpuModel: gpuChoice,
      gpuNumber: wholeNumber(0, 64),
    })
    .refine(({ gpuModel, gpuNumber }) => hasGpuAndNumber(gpuModel, gpuNumber), at('gpuNumber', 'outOfRange')),
  skus: listOfUnique(reference, 64).refine((names) => names.length > 0, 'required'),
  sharing: z.enum(enums.nodeSharings).default('SHARED'),
};
export const nodeCreation = z.strictObject({ ...named, ...nodeFields });
export const nodeChange = z.strictObject(nodeFields);

export const activityChange = z.strictObject({ status: z.enum(enums.activityStatuses) });
export const imageStatusChange = z.strictObject({ status: z.enum(enums.imageStatuses) });
export const nodeMaintenance = z.strictObject({
  /** Reason shown to customers. */
  reason: text(256),
  /** Seconds between the notice to customers and the stop of their machines. */
  noticeSeconds: wholeNumber(0, 604_800).default(600),
});
export const nodeStatusChange = z
  .strictObject({ status: z.enum(enums.nodeStatuses), maintenance: optional(nodeMaintenance) })
  .refine(
    ({ status, maintenance }) => (status === 'maintenance') === (maintenance !== null),
    at('maintenance', 'required'),
  );

/** Future maintenance of a node. Its machines are stopped when it starts; their owners are notified at once. */
export const maintenancePlan = z
  .strictObject({
    ...nodeMaintenance.shape,
    startTime: instant,
    endTime: instant,
    /** Whether machines stopped by it restart automatically afterwards, unless their owners started or stopped them meanwhile. */
    startAfterwards: z.boolean().default(true),
  })
  .refine(
    ({ startTime, endTime }) => Date.parse(endTime) > Date.parse(startTime),
    at('endTime', 'endBeforeStart'),
  );

/** When an unresponsive node is expected back; null clears the date. */
export const nodeReturn = z.strictObject({ expectedBackAt: optional(instant) });

/** GPUs of a node to take off sale. */
export const quarantineRequest = z
  .strictObject({
    gpuNumber: wholeNumber(1, 64),
    /** PCI address, if known. */
    address: optional(z.string().regex(/^[0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}\.[0-7]$/, 'pciAddress')),
    devicePlugin: z.enum(enums.devicePluginStates).default('OFFERS'),
    reason: text(256),
  })
  .refine(({ address, gpuNumber }) => address === null || gpuNumber === 1, at('gpuNumber', 'outOfRange'));
/** Puts GPUs back on sale. */
export const repairedGpus = z.strictObject({
  /** Index of the entry in the node's quarantine, from 0. */
  entry: wholeNumber(0, 15),
  /** What was repaired. */
  reason: text(256),
});
export type QuarantineRequest = z.output<typeof quarantineRequest>;

export type RegionChange = z.output<typeof regionChange>;
export type GpuChange = z.output<typeof gpuChange>;
export type SkuChange = z.output<typeof skuChange>;
export type ImageChange = z.output<typeof imageChange>;
export type ImageSource = z.output<typeof imageSource>;
export type PricingPolicyChange = z.output<typeof pricingPolicyChange>;
export type NodeChange = z.output<typeof nodeChange>;
export type NodeReturn = z.output<typeof nodeReturn>;
export type MaintenancePlan = z.output<typeof maintenancePlan>;
export type NodeStatusChange = z.output<typeof nodeStatusChange>;
