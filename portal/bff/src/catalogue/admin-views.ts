/** Operators' views of custom resources: the customers' view plus technical details. Pure. */
import type {
  AdminGpu,
  AdminImage,
  AdminPricingPolicy,
  AdminRegion,
  AdminSku,
  Node,
} from '@gpulease/contract/catalogue';
import type { ImageSource } from '@gpulease/contract/catalogue-editing';
import type {
  ComputeNode,
  ComputeNodeStatus,
  GPU,
  KubeObject,
  PricingPolicy,
  QuarantinedGpus,
  Region,
  SKU,
  VMImage,
} from '@gpulease/crds';
import {
  conditionTypes,
  DEFAULT_GPU_CHECK_SECONDS,
  DEFAULT_MAINTENANCE_NOTICE_SECONDS,
  faultsPerGpuMonth,
} from '@gpulease/crds';
import { isConditionTrue, parseObjectKey } from '@gpulease/kube';
import { managedBy } from './managed-by.ts';
import { foundState } from './node-state.ts';
import { bytesOf, toGib } from './size.ts';
import {
  common,
  condition,
  gpuCheckPolicies,
  toGpu,
  toImage,
  toInstant,
  toPricingPolicy,
  toRegion,
  toSku,
  type CommonStatus,
  type SkuReferences,
} from './views.ts';

const nodeStatuses = { Active: 'active', Inactive: 'inactive', Maintenance: 'maintenance' } as const;

type SkuFault = NonNullable<NonNullable<SKU['status']>['faults']>[number];

const MIB = 2 ** 20;
const GIB = 2 ** 30;

const orNull = (time: string | undefined) => (time === undefined ? null : toInstant(time));

/** Returns the details for operators that all kinds have. */
function operated({ metadata, status }: KubeObject<unknown, CommonStatus>) {
  return {
    managedBy: managedBy(metadata),
    deleting: metadata.deletionTimestamp !== undefined,
    conditions: (status?.conditions ?? []).map(
      ({ type, status, reason, message, parameters, lastTransitionTime }) => ({
        type,
        status,
        reason,
        message,
        ...(parameters && { parameters }),
        since: toInstant(lastTransitionTime),
      }),
    ),
  };
}

export function toAdminRegion(region: Region): AdminRegion {
  const { exposure, http, storage, cpuModel, gpuCheck } = region.spec;
  return {
    ...toRegion(region),
    exposureType: exposure.type === 'NodePort' ? 'NODE_PORT' : 'LOAD_BALANCER',
    addresses: exposure.addresses ?? [],
    nodePorts: region.status?.nodePorts ?? null,
    ingressClassName: http?.ingressClassName ?? null,
    httpScheme: http?.scheme ?? 'HTTP',
    ...storageOf(storage),
    cpuModel: cpuModel ?? null,
    ...checkOfGpus(gpuCheck),
    ...operated(region),
  };
}

function checkOfGpus(gpuCheck: Region['spec']['gpuCheck']) {
  const { policy = 'Never', image = null, timeoutSeconds = DEFAULT_GPU_CHECK_SECONDS } = gpuCheck ?? {};
  return { gpuCheckPolicy: gpuCheckPolicies[policy], gpuCheckImage: image, gpuCheckTimeout: timeoutSeconds };
}

function storageOf(storage: Region['spec']['storage']) {
  return {
    storageClassName: storage?.className ?? null,
    storageLocality: storage?.locality === 'Node' ? ('NODE' as const) : ('SHARED' as const),
  };
}

export function toAdminGpu(gpu: GPU): AdminGpu {
  return {
    ...toGpu(gpu),
    deviceName: gpu.spec.deviceName,
    pciVendorSelector: gpu.spec.pciVendorSelector ?? null,
    nodes: gpu.status?.nodes ?? 0,
    skus: gpu.status?.skus ?? 0,
    condition: condition(gpu.status),
    ...operated(gpu),
  };
}

export function toAdminSku(sku: SKU, references: SkuReferences): AdminSku {
  return {
    ...toSku(sku, references),
    nodes: sku.status?.nodes ?? 0,
    faults: (sku.status?.faults ?? []).flatMap(toFault),
    ...operated(sku),
  };
}

const areas: Readonly<Record<string, AdminSku['faults'][number]['area']>> = {
  GPU: 'gpus',
  PricingPolicy: 'pricing-policies',
  Region: 'regions',
};

function toFault({ kind, name, reason, message, parameters }: SkuFault): AdminSku['faults'] {
  const area = areas[kind];
  return area === undefined ? [] : [{ area, name, reason, message, ...(parameters && { parameters }) }];
}

export function toAdminImage(image: VMImage): AdminImage {
  return {
    ...toImage(image),
    source: toSource(image.spec.source),
    importProgress: image.status?.import?.progress ?? null,
    ...operated(image),
  };
}

/** Converts a source. The API server enforces that an image has exactly one. */
function toSource({ registry, http, dataSource }: VMImage['spec']['source']): ImageSource {
  if (registry) return { type: 'REGISTRY', ...registry };
  if (http) return { type: 'HTTP', ...http };
  return { type: 'DATA_SOURCE', namespace: dataSource?.namespace ?? '', name: dataSource?.name ?? '' };
}

export function toAdminPricingPolicy(policy: PricingPolicy): AdminPricingPolicy {
  return {
    ...toPricingPolicy(policy),
    workloads: policy.status?.workloads ?? 0,
    condition: condition(policy.status),
    ...operated(policy),
  };
}

export function toNode(node: ComputeNode): Node {
  const { metadata, spec, status } = node;
  return {
    ...common(metadata, status),
    description: spec.description,
    tags: spec.tags ?? [],
    region: spec.region,
    nodeName: spec.nodeName ?? null,
    status: nodeStatuses[foundState(node)],
    maintenance: maintenanceOf(spec),
    expectedBackAt: orNull(spec.expectedBackAt),
    quarantine: (spec.quarantine ?? []).map(toQuarantined),
    resources: toResources(spec.resources),
    skus: spec.skus,
    sharing: spec.sharing === 'Dedicated' ? 'DEDICATED' : 'SHARED',
    ...countedOn(status),
    reliability: reliabilityOf(node),
    gpuCheck: gpuCheckOf(status),
    condition: condition(status),
    ...operated(node),
  };
}

/** Whether a node is active but not ready, or in maintenance but not drained yet. */
export function needsAttention({ status, condition, conditions }: Node): boolean {
  if (status === 'active') return !condition.ready;
  const isDrained = isConditionTrue(conditions, conditionTypes.drained);
  return status === 'maintenance' && !isDrained;
}

function toResources({ cpu, memory, storage, gpus }: ComputeNode['spec']['resources']): Node['resources'] {
  return {
    cpu,
    memory: toGib(memory, 'Mi'),
    storage: toGib(storage),
    gpuModel: gpus?.model ?? null,
    gpuNumber: gpus?.count ?? 0,
  };
}

/** Returns the operator's counts of a node; empty before it has counted. */
function countedOn({ capacity, allocated, free, workloads = 0 }: ComputeNodeStatus = {}) {
  const freeGpus = free?.gpus ?? 0;
  return { capacity: toAmounts(capacity), allocated: toAmounts(allocated), freeGpus, workloads };
}

function reliabilityOf(node: ComputeNode): Node['reliability'] {
  const { starts = 0, failedStarts = 0, faults = 0 } = node.status?.reliability ?? {};
  return { starts, failedStarts, faults, faultsPerGpuMonth: faultsPerGpuMonth(node) ?? null };
}

const gpuCheckCauses = {
  Fault: 'FAULT',
  Suspicion: 'SUSPICION',
  Customer: 'CUSTOMER',
  Daily: 'DAILY',
  Request: 'REQUEST',
} as const;

function gpuCheckOf({ gpuCheck }: ComputeNodeStatus = {}): Node['gpuCheck'] {
  if (!gpuCheck) return null;
  const { due, checkedAt, passed = 0, failed = 0, inconclusive = 0, suspects = [] } = gpuCheck;
  return {
    due: due === undefined ? null : gpuCheckCauses[due],
    checkedAt: orNull(checkedAt),
    ...{ passed, failed, inconclusive },
    suspects: suspects.map(({ workload, xid, at }) => ({
      ...{ name: parseObjectKey(workload).name, xid: xid ?? null, at: toInstant(at) },
    })),
  };
}

function maintenanceOf({ maintenance }: ComputeNode['spec']): Node['maintenance'] {
  if (!maintenance) return null;
  const { reason, noticeSeconds = DEFAULT_MAINTENANCE_NOTICE_SECONDS, startTime, endTime } = maintenance;
  const startAfterwards = startTime !== undefined && maintenance.resume !== 'Manual';
  return { reason, noticeSeconds, startTime: orNull(startTime), endTime: orNull(endTime), startAfterwards };
}

function toQuarantined(entry: QuarantinedGpus): Node['quarantine'][number] {
  const { count = 1, address, devicePlugin, reason, since, by } = entry;
  return {
    gpuNumber: count,
    address: address ?? null,
    devicePlugin: devicePlugin === 'Excludes' ? 'EXCLUDES' : 'OFFERS',
    reason,
    since: orNull(since),
    by: by ?? null,
  };
}

function toAmounts(amounts: ComputeNodeStatus['capacity']): Node['capacity'] {
  if (!amounts) return null;
  const { cpu, memory, storage, gpus } = amounts;
  return { cpu, memory: bytesOf(memory) / MIB, storage: bytesOf(storage) / GIB, gpus };
}
