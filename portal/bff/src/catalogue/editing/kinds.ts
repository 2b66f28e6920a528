/** The specifics of each catalogue kind that operators edit: the paths of its fields, and what uses it. */
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
  type SKU,
  type VMImage,
  type Workload,
} from '@gpulease/crds';
import type { EditedKind } from './editor.ts';
import type { FieldPaths } from './refusal.ts';
import { usesOf, type Referring, type UseReader } from './uses.ts';

const texts = {
  'spec.displayName': 'displayName',
  'spec.description': 'description',
  'spec.translations': 'translations',
  'spec.tags': 'tags',
};

/** Where the fields of each kind are in its object. */
const paths = {
  region: {
    ...texts,
    'spec.exposure': 'addresses',
    'spec.exposure.type': 'exposureType',
    'spec.http': 'httpDomain',
    'spec.http.ingressClassName': 'ingressClassName',
    'spec.http.scheme': 'httpScheme',
    'spec.storage': 'storageLocality',
    'spec.storage.className': 'storageClassName',
    'spec.cpuModel': 'cpuModel',
    'spec.gpuCheck': 'gpuCheckPolicy',
    'spec.gpuCheck.image': 'gpuCheckImage',
    'spec.gpuCheck.timeoutSeconds': 'gpuCheckTimeout',
  },
  gpu: {
    'spec.vendor': 'vendor',
    'spec.model': 'model',
    'spec.memory': 'memory',
    'spec.deviceName': 'deviceName',
    'spec.pciVendorSelector': 'pciVendorSelector',
  },
  sku: {
    ...texts,
    'spec.cpu': 'cpu',
    'spec.memory': 'memory',
    'spec.disk': 'disk',
    'spec.gpu': 'gpu',
    'spec.gpu.count': 'gpuNumber',
    'spec.pricing': 'pricingNames',
  },
  image: {
    ...texts,
    spec: 'architecture',
    'spec.osType': 'osType',
    'spec.version': 'version',
    'spec.size': 'size',
    'spec.defaultUser': 'defaultUser',
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
  pricingPolicy: {
    ...texts,
    'spec.mode': 'mode',
    'spec.price': 'price',
    'spec.currency': 'currency',
    'spec.unit': 'unit',
  },
  node: {
    ...texts,
    'spec.region': 'region',
    'spec.nodeName': 'nodeName',
    'spec.resources.cpu': 'resources.cpu',
    'spec.resources.memory': 'resources.memory',
    'spec.resources.storage': 'resources.storage',
    'spec.resources.gpus': 'resources.gpuModel',
    'spec.resources.gpus.count': 'resources.gpuNumber',
    'spec.skus': 'skus',
    'spec.sharing': 'sharing',
    'spec.quarantine': 'gpuNumber',
    'spec.maintenance.endTime': 'endTime',
    'spec.maintenance.reason': 'maintenance.reason',
    'spec.maintenance.noticeSeconds': 'maintenance.noticeSeconds',
  },
} satisfies Record<string, FieldPaths>;

/** Builds the description of each kind. */
export function editedKinds(reader: UseReader) {
  const usedBy =
    (refers: (name: string) => Referring) =>
    ({ metadata }: { readonly metadata: { readonly name: string } }) =>
      usesOf(reader, refers(metadata.name));

  const region: EditedKind<Region> = {
    definition: regions,
    paths: paths.region,
    uses: usedBy((name) => ({
      nodes: ({ spec }) => spec.region === name,
      workloads: ({ spec }) => spec.region === name,
    })),
    inUse: 'IN_USE',
  };
  const gpu: EditedKind<GPU> = {
    definition: gpus,
    paths: paths.gpu,
    uses: usedBy((name) => ({
      nodes: ({ spec }) => spec.resources.gpus?.model === name,
      skus: ({ spec }) => spec.gpu?.model === name,
    })),
    inUse: 'IN_USE',
  };
  const sku: EditedKind<SKU> = {
    definition: skus,
    paths: paths.sku,
    uses: usedBy((name) => ({
      nodes: ({ spec }) => spec.skus.includes(name),
      workloads: ({ spec }) => spec.sku === name,
    })),
    inUse: 'SKU_IN_USE',
  };
  const image: EditedKind<VMImage> = {
    definition: vmImages,
    paths: paths.image,
    uses: usedBy((name) => ({ workloads: ({ spec }) => spec.image === name })),
    inUse: 'IMAGE_IN_USE',
  };
  const pricingPolicy: EditedKind<PricingPolicy> = {
    definition: pricingPolicies,
    paths: paths.pricingPolicy,
    uses: usedBy((name) => ({
      skus: ({ spec }) => spec.pricing.includes(name),
      workloads: ({ spec }) => spec.pricing.policy === name,
    })),
    inUse: 'IN_USE',
  };
  const node: EditedKind<ComputeNode> = {
    definition: computeNodes,
    paths: paths.node,
    uses: usedBy((name) => ({ workloads: (workload) => isOn(workload, name) })),
    inUse: 'IN_USE',
  };
  return { region, gpu, sku, image, pricingPolicy, node };
}

/** Whether a workload is placed on a node, or has its disk there. */
function isOn({ status }: Workload, node: string): boolean {
  return status?.placed?.node === node || status?.diskNode === node;
}
