/** The specifics of each catalogue kind that operators edit: field paths and references. */
import {
  computeNodes,
  gpus,
  pricingPolicies,
  regions,
  skus,
  vmImages,
  type ComputeNode,
  type GPU,
  type PricingPolicy,
  type Region,
  type ResourceDefinition,
  type SKU,
  type VMImage,
  type Workload,
} from '@gpulease/crds';
import type { ErrorReason } from '@gpulease/contract/errors';
import type { CatalogueObject, EditedKind } from './editor.ts';
import type { FieldPaths } from './refusal.ts';
import { usesOf, type Referring, type UseReader } from './uses.ts';

/** Maps fields that have the same path in the spec. */
function same(...fields: readonly string[]): FieldPaths {
  return Object.fromEntries(fields.map((field) => [`spec.${field}`, field]));
}

const texts = same('displayName', 'description', 'translations', 'tags');

/** Paths of each kind's fields in its object. */
const paths = {
  region: {
    ...texts,
    ...same('cpuModel'),
    'spec.exposure': 'addresses',
    'spec.exposure.type': 'exposureType',
    'spec.http': 'httpDomain',
    'spec.http.ingressClassName': 'ingressClassName',
    'spec.http.scheme': 'httpScheme',
    'spec.storage': 'storageLocality',
    'spec.storage.className': 'storageClassName',
    'spec.gpuCheck': 'gpuCheckPolicy',
    'spec.gpuCheck.image': 'gpuCheckImage',
    'spec.gpuCheck.timeoutSeconds': 'gpuCheckTimeout',
  },
  gpu: same('vendor', 'model', 'memory', 'deviceName', 'pciVendorSelector'),
  sku: {
    ...texts,
    ...same('cpu', 'memory', 'disk', 'gpu'),
    'spec.gpu.count': 'gpuNumber',
    'spec.pricing': 'pricingNames',
  },
  image: {
    ...texts,
    ...same('osType', 'version', 'size', 'defaultUser'),
    spec: 'architecture',
    'spec.gpu': 'gpuDriverVersion',
    'spec.gpu.cudaVersion': 'cudaVersion',
    'spec.gpu.metricsPort': 'gpuMetricsPort',
    'spec.source': 'source.type',
    'spec.source.registry': 'source.url',
    'spec.source.http': 'source.url',
    'spec.source.http.checksum': 'source.checksum',
    'spec.source.dataSource.namespace': 'source.namespace',
    'spec.source.dataSource.name': 'source.name',
  },
  pricingPolicy: { ...texts, ...same('mode', 'price', 'currency', 'unit') },
  node: {
    ...texts,
    ...same('region', 'nodeName', 'skus', 'sharing', 'maintenance.reason', 'maintenance.noticeSeconds'),
    ...same('resources.cpu', 'resources.memory', 'resources.storage'),
    'spec.resources.gpus': 'resources.gpuModel',
    'spec.resources.gpus.count': 'resources.gpuNumber',
    'spec.quarantine': 'gpuNumber',
    'spec.maintenance.endTime': 'endTime',
  },
} satisfies Record<string, FieldPaths>;

/** Returns the specifics of each kind. */
export function editedKinds(reader: UseReader) {
  const kind = <T extends CatalogueObject>(
    definition: ResourceDefinition<T>,
    paths: FieldPaths,
    refers: (name: string) => Referring,
    inUse: ErrorReason = 'IN_USE',
  ): EditedKind<T> => {
    return { definition, paths, inUse, uses: ({ metadata }) => usesOf(reader, refers(metadata.name)) };
  };
  return {
    region: kind<Region>(regions, paths.region, (name) => ({
      nodes: ({ spec }) => spec.region === name,
      workloads: ({ spec }) => spec.region === name,
    })),
    gpu: kind<GPU>(gpus, paths.gpu, (name) => ({
      nodes: ({ spec }) => spec.resources.gpus?.model === name,
      skus: ({ spec }) => spec.gpu?.model === name,
    })),
    sku: kind<SKU>(
      skus,
      paths.sku,
      (name) => ({
        nodes: ({ spec }) => spec.skus.includes(name),
        workloads: ({ spec }) => spec.sku === name,
      }),
      'SKU_IN_USE',
    ),
    image: kind<VMImage>(
      vmImages,
      paths.image,
      (name) => ({ workloads: ({ spec }) => spec.image === name }),
      'IMAGE_IN_USE',
    ),
    pricingPolicy: kind<PricingPolicy>(pricingPolicies, paths.pricingPolicy, (name) => ({
      skus: ({ spec }) => spec.pricing.includes(name),
      workloads: ({ spec }) => spec.pricing.policy === name,
    })),
    node: kind<ComputeNode>(computeNodes, paths.node, (name) => ({
      workloads: (workload) => isOn(workload, name),
    })),
  };
}

/** Whether a workload is placed on a node, or has its disk there. */
function isOn({ status }: Workload, node: string): boolean {
  return status?.placed?.node === node || status?.diskNode === node;
}
