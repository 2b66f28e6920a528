import { API_VERSION, type ComputeNode } from '@gpulease/crds';
import type { Node, ObjectRef } from '@gpulease/kube';

const MODES = { hourly: 'OnDemand', spot: 'Spot', monthly: 'Reserved' } as const;
const DEVICE = 'nvidia.com/A100';
const SIZE = { cpu: 4, memory: '16Gi', disk: '100Gi' };

export const gpu = { spec: { model: 'A100 80 GB', deviceName: DEVICE } };

export function store(get: (ref: ObjectRef) => unknown) {
  return { store: { get } };
}

/** Returns a store that has the same object under every name. */
function only(object: object) {
  return store(({ name }) => ({ metadata: { name }, ...object }));
}

/** The catalogue of a small world: one SKU of one GPU, and a pricing policy for each mode. */
export const smallCatalogue = {
  regions: only({
    spec: { state: 'Active', exposure: { type: 'NodePort', addresses: ['203.0.113.7'] } },
  }),
  skus: only({ spec: { state: 'Active', ...SIZE, gpu: { model: 'a100', count: 1 } } }),
  gpus: only(gpu),
  images: only({
    spec: { state: 'Enabled', architecture: 'amd64', defaultUser: 'ubuntu', osType: 'Linux', source: {} },
    status: { conditions: [{ type: 'Ready', status: 'True' }] },
  }),
  policies: store(({ name }) => ({
    metadata: { name },
    spec: { mode: MODES[name as keyof typeof MODES] },
  })),
};

export function aNode(name: string, gpus: number, storage = '4Ti'): { computeNode: ComputeNode; node: Node } {
  const computeNode = {
    apiVersion: API_VERSION,
    kind: 'ComputeNode',
    metadata: { name },
    spec: {
      description: 'A node.',
      region: 'east',
      resources: { cpu: 64, memory: '512Gi', storage, gpus: { model: 'a100', count: gpus } },
      skus: ['a100-1'],
      state: 'Active',
      maintenance: { reason: 'A new fan.', noticeSeconds: 300 },
    },
  } as ComputeNode;
  const node = {
    metadata: {
      name,
      labels: { 'kubevirt.io/schedulable': 'true', 'machine-type.node.kubevirt.io/q35': 'true' },
    },
    status: {
      allocatable: { cpu: '96', memory: '512Gi', pods: '110', [DEVICE]: String(gpus) },
      conditions: [{ type: 'Ready', status: 'True' }],
    },
  } as unknown as Node;
  return { computeNode, node };
}
