import { describe, expect, it } from '@jest/globals';
import { place } from './place.ts';
import type { Candidate, PlacementRequest } from './place.ts';
import type { Allocation, NodeCapacity } from './capacity.ts';

const GiB = 1024 ** 3;
const HOUR = 3_600_000;
const NOW = Date.parse('2026-01-01T12:00:00Z');

function aNode(name: string, changes: Partial<NodeCapacity> = {}): NodeCapacity {
  return {
    name,
    region: 'cn-east-1',
    skus: ['a100-1'],
    architecture: 'amd64',
    gpuModel: 'A100-80GB',
    amounts: { cpu: 64_000, memory: 512 * GiB, storage: 4096 * GiB, gpus: 8 },
    ...changes,
  };
}

function anAllocation(changes: Partial<Allocation> = {}): Allocation {
  return {
    workload: `held-${Math.random()}`,
    tenant: 'u-1',
    node: 'any',
    amounts: { cpu: 8000, memory: 64 * GiB, storage: 100 * GiB, gpus: 1 },
    spot: false,
    createdAt: NOW - HOUR,
    from: NOW - HOUR,
    ...changes,
  };
}

const gpus = (count: number) => ({ amounts: { cpu: 8000, memory: 8 * GiB, storage: 10 * GiB, gpus: count } });

function aRequest(changes: Partial<PlacementRequest> = {}): PlacementRequest {
  return {
    workload: 'new',
    region: 'cn-east-1',
    sku: 'a100-1',
    architecture: 'amd64',
    gpuModel: 'A100-80GB',
    what: 'A100 80 GB',
    amounts: { cpu: 8000, memory: 64 * GiB, storage: 100 * GiB, gpus: 1 },
    span: { from: NOW },
    spot: false,
    ...changes,
  };
}

interface Case {
  name: string;
  request?: Partial<PlacementRequest>;
  candidates: Candidate[];
  node?: string;
  reason?: string;
  message?: RegExp;
}

const free = (name: string, changes: Partial<NodeCapacity> = {}): Candidate => ({
  node: aNode(name, changes),
  allocations: [],
});

const cases: Case[] = [
  { name: 'takes the only node that fits', candidates: [free('n1')], node: 'n1' },
  {
    name: 'fills the fuller node first, so that the emptier one can take a large machine',
    candidates: [free('empty'), { node: aNode('half'), allocations: [anAllocation(gpus(4))] }],
    node: 'half',
  },
  {
    name: 'takes the node with fewer CPUs left when the GPUs left are the same',
    candidates: [
      free('many'),
      free('few', { amounts: { cpu: 32_000, memory: 512 * GiB, storage: 4096 * GiB, gpus: 8 } }),
    ],
    node: 'few',
  },
  { name: 'takes the first by name among equals', candidates: [free('b'), free('a')], node: 'a' },
  {
    name: 'leaves out a node that is closed',
    candidates: [free('n1', { closed: 'is in maintenance' }), free('n2')],
    node: 'n2',
  },
  {
    name: 'says that no node offers the SKU',
    candidates: [free('n1', { skus: ['h100-1'] })],
    reason: 'SKUNotOffered',
    message: /No node in cn-east-1 offers a100-1/,
  },
  {
    name: 'says that no node has the architecture',
    request: { architecture: 'arm64' },
    candidates: [free('n1')],
    reason: 'ArchitectureNotOffered',
  },
  {
    name: 'says that there is no capacity when GPUs are short',
    candidates: [{ node: aNode('n1'), allocations: [anAllocation(gpus(8))] }],
    reason: 'NoCapacity',
    message: /not enough free A100 80 GB in cn-east-1\. Your machine starts/,
  },
  {
    name: 'says that there is no capacity when only memory is short',
    request: { amounts: { cpu: 1000, memory: 600 * GiB, storage: 0, gpus: 1 } },
    candidates: [free('n1')],
    reason: 'NoCapacity',
  },
  {
    name: 'says that all nodes are out of service',
    candidates: [free('n1', { closed: 'is inactive' })],
    reason: 'NoCapacity',
    message: /out of service/,
  },
  {
    name: 'keeps an open-ended machine off GPUs that are booked for later, and says until when',
    candidates: [
      {
        node: aNode('n1'),
        allocations: [anAllocation({ ...gpus(8), from: NOW + HOUR, until: NOW + 2 * HOUR })],
      },
    ],
    reason: 'NoCapacity',
    message: /8 are reserved until 2026-01-01 14:00 UTC/,
  },
  {
    name: 'gives a booked GPU to spot until the booking begins',
    request: { spot: true },
    candidates: [
      {
        node: aNode('n1'),
        allocations: [anAllocation({ ...gpus(8), from: NOW + HOUR, until: NOW + 2 * HOUR })],
      },
    ],
    node: 'n1',
  },
  {
    name: 'books a span that ends before the next booking begins',
    request: { span: { from: NOW, until: NOW + HOUR }, ...gpus(8) },
    candidates: [
      {
        node: aNode('n1'),
        allocations: [anAllocation({ ...gpus(8), from: NOW + HOUR, until: NOW + 2 * HOUR })],
      },
    ],
    node: 'n1',
  },
  {
    name: 'counts bookings one after the other once, not twice',
    request: gpus(4),
    candidates: [
      {
        node: aNode('n1'),
        allocations: [
          anAllocation({ ...gpus(4), from: NOW, until: NOW + HOUR }),
          anAllocation({ ...gpus(4), from: NOW + HOUR, until: NOW + 2 * HOUR }),
        ],
      },
    ],
    node: 'n1',
  },
  {
    name: 'does not count what the workload itself holds',
    request: gpus(8),
    candidates: [{ node: aNode('n1'), allocations: [anAllocation({ ...gpus(8), workload: 'new' })] }],
    node: 'n1',
  },
  {
    name: 'takes the node it is bound to, though another fits better',
    request: { node: 'b' },
    candidates: [free('a'), free('b')],
    node: 'b',
  },
  {
    name: 'stays on the node it holds already',
    request: { prefer: 'b' },
    candidates: [free('a'), free('b')],
    node: 'b',
  },
  {
    name: 'says that the chosen node does not exist in the region',
    request: { node: 'nowhere' },
    candidates: [free('a')],
    reason: 'NoSuchNode',
    message: /no node nowhere in cn-east-1/,
  },
  {
    name: 'says why the chosen node will not do',
    request: { node: 'a' },
    candidates: [free('a', { closed: 'is in maintenance' })],
    reason: 'NodeUnsuitable',
    message: /^Node a is in maintenance\.$/,
  },
];

describe('place', () => {
  it.each(cases)('$name', ({ request, candidates, node, reason, message }) => {
    const answer = place(aRequest(request), candidates);
    if ('node' in answer) {
      expect(answer.node).toBe(node);
      return;
    }
    expect(answer.refusal.reason).toBe(reason);
    expect(answer.refusal.message).toMatch(message ?? /\.$/);
  });
});
