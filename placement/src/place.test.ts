import { describe, expect, it } from '@jest/globals';
import type { Allocation, NodeCapacity } from './capacity.ts';
import { NodeOccupancy } from './node-occupancy.ts';
import { place } from './place.ts';
import type { Candidate, PlacementRequest } from './request.ts';

const GiB = 1024 ** 3;
const HOUR = 3_600_000;
const NOW = Date.parse('2026-01-01T12:00:00Z');
const timing = { now: NOW, spotNoticeMs: 120_000 };

function aNode(name: string, changes: Partial<NodeCapacity> = {}): NodeCapacity {
  const amounts = { cpu: 64_000, memory: 512 * GiB, storage: 4096 * GiB, gpus: 8, pods: 110 };
  return {
    name,
    region: 'cn-east-1',
    skus: ['a100-1'],
    architecture: 'amd64',
    gpuModel: 'A100-80GB',
    amounts,
    declared: amounts,
    ...changes,
  };
}

function anAllocation(changes: Partial<Allocation> = {}): Allocation {
  return {
    workload: `held-${Math.random()}`,
    tenant: 'u-1',
    node: 'any',
    amounts: { cpu: 8000, memory: 64 * GiB, storage: 100 * GiB, gpus: 1, pods: 0 },
    spot: false,
    createdAt: NOW - HOUR,
    from: NOW - HOUR,
    ...changes,
  };
}

const gpus = (count: number) => ({
  amounts: { cpu: 8000, memory: 8 * GiB, storage: 10 * GiB, gpus: count, pods: 0 },
});

function aRequest(changes: Partial<PlacementRequest> = {}): PlacementRequest {
  return {
    workload: 'new',
    createdAt: NOW,
    region: 'cn-east-1',
    sku: 'a100-1',
    architecture: 'amd64',
    gpuModel: 'A100-80GB',
    what: 'A100 80 GB',
    wants: '1 A100 80 GB and 8 CPU cores',
    amounts: { cpu: 8000, memory: 64 * GiB, storage: 100 * GiB, gpus: 1, pods: 0 },
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
  awaitsSpot?: boolean;
  reason?: string;
  message?: RegExp;
}

function held(node: NodeCapacity, ...allocations: Allocation[]): Candidate {
  const occupancy = new NodeOccupancy();
  for (const allocation of allocations) occupancy.add(allocation);
  return { node, occupancy };
}

const free = (name: string, changes: Partial<NodeCapacity> = {}): Candidate => held(aNode(name, changes));

/** A Spot machine with `count` GPUs that was created `minutes` ago. */
const spot = (count: number, minutes: number, changes: Partial<Allocation> = {}): Allocation =>
  anAllocation({ ...gpus(count), spot: true, createdAt: NOW - minutes * 60_000, ...changes });

const cases: Case[] = [
  { name: 'takes the only node that fits', candidates: [free('n1')], node: 'n1' },
  {
    name: 'fills the fuller node first, so that the emptier one can take a large machine',
    candidates: [free('empty'), held(aNode('half'), anAllocation(gpus(4)))],
    node: 'half',
  },
  {
    name: 'takes the node with fewer CPUs left when the GPUs left are the same',
    candidates: [
      free('many'),
      free('few', { amounts: { cpu: 32_000, memory: 512 * GiB, storage: 4096 * GiB, gpus: 8, pods: 0 } }),
    ],
    node: 'few',
  },
  { name: 'takes the first by name among equals', candidates: [free('b'), free('a')], node: 'a' },
  {
    name: 'takes the most reliable among equals',
    candidates: [free('a', { troubles: 2 }), free('b', { troubles: 1 }), free('c', { troubles: 1 })],
    node: 'b',
  },
  {
    name: 'keeps large gaps rather than take the most reliable node',
    candidates: [held(aNode('few', { troubles: 9 }), anAllocation()), free('most')],
    node: 'few',
  },
  {
    name: 'skips a node that is closed',
    candidates: [free('n1', { closed: 'is in maintenance' }), free('n2')],
    node: 'n2',
  },
  {
    name: 'skips a node that is avoided',
    candidates: [free('n1', { avoided: 'fails to start machines' }), free('n2')],
    node: 'n2',
  },
  {
    name: 'waits rather than take a node that is avoided',
    candidates: [free('n1', { avoided: 'fails to start machines' })],
    reason: 'NoCapacity',
    message: /out of service/,
  },
  {
    name: 'takes a node that is avoided when it is bound to it',
    request: { node: 'n1' },
    candidates: [free('n1', { avoided: 'fails to start machines' })],
    node: 'n1',
  },
  {
    name: 'keeps its place on a node that is avoided',
    request: { prefer: 'n1' },
    candidates: [free('n1', { avoided: 'fails to start machines' }), free('n2')],
    node: 'n1',
  },
  {
    name: 'prefers a node that stays to a fuller one that is stopped during the term',
    candidates: [
      held(aNode('fuller', { away: { from: NOW + HOUR, until: NOW + 2 * HOUR } }), anAllocation(gpus(4))),
      free('stays'),
    ],
    node: 'stays',
  },
  {
    name: 'ignores a stop after the end of the term',
    request: { span: { from: NOW, until: NOW + HOUR } },
    candidates: [
      held(aNode('fuller', { away: { from: NOW + HOUR, until: NOW + 2 * HOUR } }), anAllocation(gpus(4))),
      free('stays'),
    ],
    node: 'fuller',
  },
  {
    name: 'takes a node with maintenance ahead rather than none',
    candidates: [free('n1', { away: { from: NOW + HOUR, until: NOW + 2 * HOUR } })],
    node: 'n1',
  },
  {
    name: 'leaves its node for maintenance and takes one without any ahead, even if others are fuller',
    request: { leaves: 'n1', prefer: 'n1' },
    candidates: [
      free('n1'),
      held(aNode('n2', { away: { from: NOW + HOUR, until: NOW + 2 * HOUR } }), anAllocation(gpus(4))),
      free('n3'),
    ],
    node: 'n3',
  },
  {
    name: 'cannot leave its node if all others have maintenance ahead',
    request: { leaves: 'n1', prefer: 'n1' },
    candidates: [free('n1'), free('n2', { away: { from: NOW + HOUR, until: NOW + 2 * HOUR } })],
    reason: 'NoCapacity',
    message: /^No other node in cn-east-1 without maintenance ahead can run a100-1 now\.$/,
  },
  {
    name: 'cannot leave its node if the others are full',
    request: { leaves: 'n1', prefer: 'n1' },
    candidates: [free('n1'), held(aNode('n2'), anAllocation(gpus(8)))],
    reason: 'NoCapacity',
  },
  {
    name: 'reports that no node offers the SKU',
    candidates: [free('n1', { skus: ['h100-1'] })],
    reason: 'SKUNotOffered',
    message: /No node in cn-east-1 offers a100-1/,
  },
  {
    name: 'reports that no node has the architecture',
    request: { architecture: 'arm64' },
    candidates: [free('n1')],
    reason: 'ArchitectureNotOffered',
  },
  {
    name: 'reports a lack of capacity when GPUs are short',
    candidates: [held(aNode('n1'), anAllocation(gpus(8)))],
    reason: 'NoCapacity',
    message: /No node in cn-east-1 has 1 A100 80 GB and 8 CPU cores free for a100-1\.$/,
  },
  {
    name: 'reports a lack of capacity when only memory is short',
    request: { amounts: { cpu: 1000, memory: 500 * GiB, storage: 0, gpus: 1, pods: 0 } },
    candidates: [held(aNode('n1'), anAllocation())],
    reason: 'NoCapacity',
  },
  {
    name: 'reports that all nodes are out of service',
    candidates: [free('n1', { closed: 'is inactive' })],
    reason: 'NoCapacity',
    message: /out of service/,
  },
  {
    name: 'keeps an open-ended machine off GPUs that are booked for later and reports until when',
    candidates: [held(aNode('n1'), anAllocation({ ...gpus(8), from: NOW + HOUR, until: NOW + 2 * HOUR }))],
    reason: 'NoCapacity',
    message: /; 8 GPUs there are reserved, the first until 2026-01-01 14:00 UTC\.$/,
  },
  {
    name: 'mentions no booking of resources that the request does not want',
    request: { sku: 'cpu-8', amounts: { cpu: 60_000, memory: GiB, storage: GiB, gpus: 0, pods: 0 } },
    candidates: [
      held(
        aNode('n1', { skus: ['a100-1', 'cpu-8'] }),
        anAllocation({ amounts: { cpu: 0, memory: 0, storage: 0, gpus: 8, pods: 0 }, until: NOW + HOUR }),
        anAllocation({
          amounts: { cpu: 8000, memory: 0, storage: 0, gpus: 0, pods: 0 },
          until: NOW + 2 * HOUR,
        }),
        anAllocation({ amounts: { cpu: 8000, memory: 0, storage: 0, gpus: 0, pods: 0 } }),
      ),
    ],
    reason: 'NoCapacity',
    message: /; 8 CPU cores there are reserved, the first until 2026-01-01 14:00 UTC\.$/,
  },
  {
    name: 'reports that no node can ever hold that much',
    request: gpus(16),
    candidates: [free('n1'), free('n2', { skus: ['h100-1'], declared: gpus(16).amounts })],
    reason: 'NeverPlaceable',
    message: /No node in cn-east-1 that offers a100-1 is large enough for .*Order a smaller quantity\.$/,
  },
  {
    name: 'waits for a node that is large enough but out of service or degraded',
    request: gpus(8),
    candidates: [
      free('n1', { closed: 'is not ready', amounts: gpus(0).amounts }),
      free('n2', { amounts: gpus(7).amounts }),
    ],
    reason: 'NoCapacity',
  },
  {
    name: 'reports that the chosen node can never hold that much',
    request: { node: 'n1', ...gpus(16) },
    candidates: [free('n1')],
    reason: 'NeverPlaceable',
  },
  {
    name: 'reports that no node that offers the SKU has its GPUs',
    request: { gpuModel: 'H100' },
    candidates: [free('n1')],
    reason: 'SKUNotOffered',
  },
  {
    name: 'gives a booked GPU to spot until the booking begins',
    request: { spot: true },
    candidates: [held(aNode('n1'), anAllocation({ ...gpus(8), from: NOW + HOUR, until: NOW + 2 * HOUR }))],
    node: 'n1',
  },
  {
    name: 'books a span that ends before the next booking begins',
    request: { span: { from: NOW, until: NOW + HOUR }, ...gpus(8) },
    candidates: [held(aNode('n1'), anAllocation({ ...gpus(8), from: NOW + HOUR, until: NOW + 2 * HOUR }))],
    node: 'n1',
  },
  {
    name: 'counts consecutive bookings once, not twice',
    request: gpus(4),
    candidates: [
      held(
        aNode('n1'),
        anAllocation({ ...gpus(4), from: NOW, until: NOW + HOUR }),
        anAllocation({ ...gpus(4), from: NOW + HOUR, until: NOW + 2 * HOUR }),
      ),
    ],
    node: 'n1',
  },
  {
    name: 'does not count what the workload itself holds',
    request: gpus(8),
    candidates: [held(aNode('n1'), anAllocation({ ...gpus(8), workload: 'new' }))],
    node: 'n1',
  },
  {
    name: 'takes the node it is bound to even if another fits better',
    request: { node: 'b' },
    candidates: [free('a'), free('b')],
    node: 'b',
  },
  {
    name: 'stays on the node it already holds',
    request: { prefer: 'b' },
    candidates: [free('a'), free('b')],
    node: 'b',
  },
  {
    name: 'takes a node with a failed start only after all others',
    request: { failedOn: new Map([['a', NOW - HOUR]]) },
    candidates: [free('a'), free('b')],
    node: 'b',
  },
  {
    name: 'takes the node whose start failed longest ago when there is no other',
    request: {
      failedOn: new Map([
        ['a', NOW - 1],
        ['b', NOW - HOUR],
      ]),
    },
    candidates: [free('a'), free('b')],
    node: 'b',
  },
  {
    name: 'interrupts spot rather than retry where a start has failed',
    request: { failedOn: new Map([['a', NOW - 1]]) },
    candidates: [free('a'), held(aNode('b'), spot(8, 5))],
    node: 'b',
    awaitsSpot: true,
  },
  {
    name: 'takes the node it is bound to even if a start has failed there',
    request: { node: 'a', failedOn: new Map([['a', NOW - 1]]) },
    candidates: [free('a'), free('b')],
    node: 'a',
  },
  {
    name: 'reports that the chosen node does not exist in the region',
    request: { node: 'nowhere' },
    candidates: [free('a')],
    reason: 'NoSuchNode',
    message: /no node nowhere in cn-east-1/,
  },
  {
    name: 'reports why the chosen node is unsuitable',
    request: { node: 'a' },
    candidates: [free('a', { closed: 'is in maintenance' })],
    reason: 'NodeUnsuitable',
    message: /^Node a is in maintenance\.$/,
  },
  {
    name: 'keeps an open-ended machine off a node where another overstays its term',
    candidates: [held(aNode('n1'), anAllocation({ ...gpus(8), until: NOW - HOUR }))],
    reason: 'NoCapacity',
  },
  {
    name: 'gives no booked GPU to spot shortly before the booking begins',
    request: { spot: true },
    candidates: [held(aNode('n1'), anAllocation({ ...gpus(8), from: NOW + 60_000, until: NOW + 2 * HOUR }))],
    reason: 'NoCapacity',
  },
  {
    name: 'takes free room rather than interrupt a machine on the node it holds',
    request: { prefer: 'n1' },
    candidates: [held(aNode('n1'), spot(8, 5)), free('n2')],
    node: 'n2',
  },
  {
    name: 'takes a place that spot must leave when there is no other',
    candidates: [held(aNode('n1'), spot(8, 5))],
    node: 'n1',
    awaitsSpot: true,
  },
  {
    name: 'interrupts as few machines as possible',
    request: gpus(2),
    candidates: [
      held(aNode('n1'), ...[1, 2, 3, 4, 5, 6, 7, 8].map((minutes) => spot(1, minutes))),
      held(aNode('n2'), spot(8, 600)),
    ],
    node: 'n2',
    awaitsSpot: true,
  },
  {
    name: 'interrupts the newer of two',
    candidates: [held(aNode('n1'), spot(8, 9)), held(aNode('n2'), spot(8, 5))],
    node: 'n2',
    awaitsSpot: true,
  },
  {
    name: 'interrupts machines with notice even if others are newer',
    request: { prefer: 'n1' },
    candidates: [held(aNode('n1'), spot(8, 9, { stage: 'Noticed' })), held(aNode('n2'), spot(8, 5))],
    node: 'n1',
    awaitsSpot: true,
  },
  {
    name: 'interrupts no machine for a spot machine',
    request: { spot: true },
    candidates: [held(aNode('n1'), spot(8, 5))],
    reason: 'NoCapacity',
  },
  {
    name: 'interrupts no machine for storage if its disk stays on the node',
    request: { amounts: { ...gpus(1).amounts, storage: 4000 * GiB } },
    candidates: [
      held(aNode('n1'), spot(8, 5, { amounts: { ...gpus(8).amounts, storage: 200 * GiB }, diskStays: true })),
    ],
    reason: 'NoCapacity',
  },
  {
    name: 'interrupts no machine if that does not free enough',
    request: gpus(4),
    candidates: [held(aNode('n1'), anAllocation(gpus(5)), spot(3, 5))],
    reason: 'NoCapacity',
  },
  {
    name: 'books a later start where spot runs until then',
    request: { span: { from: NOW + HOUR, until: NOW + 2 * HOUR }, ...gpus(8) },
    candidates: [held(aNode('n1'), spot(8, 5))],
    node: 'n1',
  },
  {
    name: 'ignores a shortage of GPUs when none is wanted',
    request: { gpuModel: undefined, amounts: { cpu: 1000, memory: GiB, storage: GiB, gpus: 0, pods: 0 } },
    candidates: [held(aNode('n1'), anAllocation(gpus(9)))],
    node: 'n1',
  },
];

describe('place', () => {
  it.each(cases)('$name', ({ request, candidates, node, awaitsSpot = false, reason, message }) => {
    const answer = place(aRequest(request), candidates, timing);
    if ('node' in answer) {
      expect(answer).toEqual({ node, awaitsSpot });
      return;
    }
    expect(answer.refusal.reason).toBe(reason);
    expect(answer.refusal.message).toMatch(message ?? /\.$/);
  });
});
