import { describe, expect, it } from '@jest/globals';
import { Placer } from '../placement/placer.ts';
import { gpuUsage, howMany } from '../placement/usage.ts';
import { assessRegion } from '../region/status.ts';
import { assessSku, levelOf } from '../sku/status.ts';
import { catalogueStatus } from './status.ts';

const NOW = new Date('2026-01-01T12:00:00Z');
const amounts = { cpu: 64_000, memory: 512, storage: 4096, gpus: 8 };
const size = { cpu: 8000, memory: 64, storage: 100, gpus: 1 };

function aPlacer(): Placer {
  const placer = new Placer(() => undefined);
  const node = { region: 'east', skus: ['a100-1'], architecture: 'amd64', gpuModel: 'a100', amounts };
  placer.setNode({ ...node, name: 'open' });
  placer.setNode({ ...node, name: 'closed', closed: 'is inactive' });
  return placer;
}

function hold(placer: Placer, node: string, gpus: number, from = 0): void {
  const allocation = {
    workload: `w-${node}-${from}`,
    tenant: 'u-1',
    node,
    amounts: { ...size, gpus },
    spot: false,
    createdAt: 0,
    from,
  };
  placer.observe(allocation.workload, '1', allocation);
}

describe('usage', () => {
  it('does not call GPUs of a closed node free', () => {
    const placer = aPlacer();
    hold(placer, 'open', 3);
    expect(gpuUsage(placer, placer.nodesIn('east'))).toEqual({ total: 16, allocated: 3, free: 5 });
  });

  it('counts how many machines could be started, by whatever is scarcest', () => {
    const placer = aPlacer();
    const nodes = placer.nodesIn('east');
    expect(howMany(placer, nodes, size, NOW)).toBe(8);
    expect(howMany(placer, nodes, { ...size, memory: 200 }, NOW)).toBe(2);
    expect(howMany(placer, nodes, { ...size, cpu: 65_000 }, NOW)).toBe(0);
  });

  it('does not offer what is booked for later', () => {
    const placer = aPlacer();
    hold(placer, 'open', 8, NOW.getTime() + 3_600_000);
    expect(howMany(placer, placer.nodesIn('east'), size, NOW)).toBe(0);
  });
});

describe('assessSku', () => {
  it.each([
    [0, 'None'],
    [1, 'Low'],
    [2, 'Low'],
    [3, 'Medium'],
    [9, 'Medium'],
    [10, 'High'],
  ])('calls %d %s', (available, level) => {
    expect(levelOf(available)).toBe(level);
  });

  it('names the references that lead nowhere', () => {
    const { conditions } = assessSku({
      availability: [],
      workloads: 0,
      missing: ['GPU a100', 'PricingPolicy hourly'],
    });
    expect(conditions[0]).toMatchObject({
      status: 'False',
      message: expect.stringContaining('GPU a100, PricingPolicy hourly'),
    });
  });
});

describe('assessRegion', () => {
  it('sums up nodes and GPUs by model', () => {
    const placer = aPlacer();
    const { fields, references } = assessRegion(placer, placer.nodesIn('east'), 4);
    expect(fields).toMatchObject({
      nodes: { total: 2, ready: 1 },
      gpus: { total: 16, allocated: 0, free: 8 },
      capacity: [{ model: 'a100', total: 16, free: 8 }],
    });
    expect(references).toBe(6);
  });

  it('is not ready without a node that takes machines', () => {
    const placer = aPlacer();
    const closed = placer.nodesIn('east').filter(({ name }) => name === 'closed');
    expect(assessRegion(placer, closed, 0).conditions[0]?.reason).toBe('NoNodeReady');
    expect(assessRegion(placer, [], 0).conditions[0]?.reason).toBe('NoNodes');
  });
});

describe('catalogueStatus', () => {
  const object = { apiVersion: 'v1', kind: 'Any', metadata: { name: 'one', generation: 2 } };
  const findings = { fields: { workloads: 1, absent: undefined }, conditions: [], references: 1 };

  it('moves updatedAt with the generation only', () => {
    const first = catalogueStatus(object, findings, NOW);
    expect(first).toEqual({ workloads: 1, observedGeneration: 2, updatedAt: NOW.toISOString() });
    const later = new Date(NOW.getTime() + 60_000);
    expect(catalogueStatus({ ...object, status: first }, findings, later)).toEqual(first);
    const edited = { ...object, metadata: { name: 'one', generation: 3 }, status: first };
    expect(catalogueStatus(edited, findings, later).updatedAt).toBe(later.toISOString());
  });
});
