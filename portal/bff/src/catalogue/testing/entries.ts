/** Sample input of operators for each catalogue kind; tests override the fields that matter. */
import type { BodyInput } from '@gpulease/contract/routes';

export const aRegion: BodyInput<'createRegion'> = {
  name: 'region',
  displayName: '华东一区',
  description: '训练集群',
  translations: { en: { displayName: 'East China 1' } },
  tags: ['training'],
  exposureType: 'NODE_PORT',
  addresses: ['203.0.113.7'],
  httpDomain: 'east.gpulease.example',
  httpScheme: 'HTTPS',
};

export const aGpu: BodyInput<'createGpu'> = {
  name: 'gpu',
  vendor: 'NVIDIA',
  model: 'A100',
  memory: 80,
  deviceName: 'nvidia.com/A100',
  pciVendorSelector: '10DE:20B5',
};

export const aPolicy: BodyInput<'createPricingPolicy'> = {
  name: 'policy',
  mode: 'ON_DEMAND',
  price: '7.20',
  currency: 'CNY',
  unit: 'HOUR',
};

export const aSku: BodyInput<'createSku'> = {
  name: 'sku',
  displayName: 'A100 单卡',
  cpu: 16,
  memory: 128,
  disk: 500,
  gpu: 'gpu',
  gpuNumber: 1,
  pricingNames: ['policy'],
};

export const anImage: BodyInput<'createVmImage'> = {
  name: 'image',
  description: 'Ubuntu 与 CUDA',
  osType: 'LINUX',
  version: 'Ubuntu 24.04',
  size: 20,
  architecture: 'amd64',
  defaultUser: 'ubuntu',
  gpuDriverVersion: '580.95.05',
  cudaVersion: '13.0',
  gpuMetricsPort: 9400,
  source: { type: 'REGISTRY', url: 'docker://quay.io/containerdisks/ubuntu:24.04' },
};

export const aNode: BodyInput<'createNode'> = {
  name: 'node',
  description: '一号机柜',
  region: 'region',
  resources: { cpu: 128, memory: 1_048_576, storage: 7_000, gpuModel: 'gpu', gpuNumber: 8 },
  skus: ['sku'],
};
