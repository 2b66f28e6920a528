import { API_VERSION, type KubeObject } from '@gpulease/crds';

type Manifest = KubeObject<object, object>;

/** Differs from the samples, because a device belongs to one GPU. */
export const DEVICE = 'nvidia.com/GA100_A100_SXM4_80GB';

function aResource(kind: string, name: string, spec: object): Manifest {
  return { apiVersion: API_VERSION, kind, metadata: { name }, spec };
}

/** One region with a node of four A100, a SKU with one of them, an image, three prices and the tenant `mei`. */
export const catalogue: Manifest[] = [
  aResource('Region', 'east', {
    description: 'For tests.',
    exposure: { type: 'NodePort', addresses: ['127.0.0.1'] },
    http: { domain: 'east.example' },
  }),
  aResource('GPU', 'a100', { vendor: 'NVIDIA', model: 'A100 80 GB', memory: '80Gi', deviceName: DEVICE }),
  aResource('PricingPolicy', 'hourly', { mode: 'OnDemand', price: '7.80', currency: 'CNY', unit: 'Hour' }),
  aResource('PricingPolicy', 'spot', { mode: 'Spot', price: '2.60', currency: 'CNY', unit: 'Hour' }),
  aResource('PricingPolicy', 'monthly', { mode: 'Reserved', price: '3000', currency: 'CNY', unit: 'Month' }),
  aResource('SKU', 'a100-1', {
    displayName: 'A100',
    cpu: 4,
    memory: '16Gi',
    disk: '100Gi',
    gpu: { model: 'a100', count: 1 },
    pricing: ['hourly', 'spot', 'monthly'],
  }),
  aResource('VMImage', 'ubuntu', {
    description: 'Ubuntu.',
    osType: 'Linux',
    version: 'Ubuntu 24.04',
    size: '20Gi',
    architecture: 'amd64',
    defaultUser: 'ubuntu',
    source: { http: { url: 'https://images.example/ubuntu.qcow2', checksum: `sha256:${'0'.repeat(64)}` } },
  }),
  aResource('ComputeNode', 'gpu-1', {
    description: 'Four A100.',
    region: 'east',
    resources: { cpu: 60, memory: '400Gi', storage: '4Ti', gpus: { model: 'a100', count: 4 } },
    skus: ['a100-1'],
  }),
  aResource('Tenant', 'mei', { username: 'mei', quota: { gpus: 4, workloads: 50 } }),
];

/** The core Node behind the ComputeNode, simulated by KWOK. */
export const coreNode = {
  metadata: {
    name: 'gpu-1',
    annotations: { 'kwok.x-k8s.io/node': 'fake' },
    labels: { 'kubernetes.io/hostname': 'gpu-1', 'kubernetes.io/arch': 'amd64' },
  },
};
const resources = { cpu: '64', memory: '512Gi', 'ephemeral-storage': '100Gi', pods: '110', [DEVICE]: '4' };
export const coreNodeStatus = { allocatable: resources, capacity: resources };
