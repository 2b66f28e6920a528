import { beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { plus } from './capacity.ts';
import type { Allocation } from './capacity.ts';
import { Placer } from './placer.ts';
import type { PlacementOrder } from './placer.ts';

const node = {
  name: 'n1',
  region: 'r',
  skus: ['a100-1'],
  architecture: 'amd64',
  gpuModel: 'A100',
  amounts: { cpu: 64_000, memory: 1000, storage: 1000, gpus: 2 },
};

function anOrder(workload: string, changes: Partial<PlacementOrder> = {}): PlacementOrder {
  return {
    workload,
    tenant: 'u-1',
    region: 'r',
    sku: 'a100-1',
    architecture: 'amd64',
    gpuModel: 'A100',
    what: 'A100',
    amounts: { cpu: 1000, memory: 10, storage: 10, gpus: 1 },
    span: { from: 0 },
    spot: false,
    createdAt: 0,
    ...changes,
  };
}

const gpus = (count: number) => ({ amounts: { cpu: 1000, memory: 10, storage: 10, gpus: count } });

describe('Placer', () => {
  let woken: string[];
  let placer: Placer;
  beforeEach(() => {
    woken = [];
    placer = new Placer((workload) => woken.push(workload));
    placer.setNode(node);
  });
  const reason = (order: PlacementOrder) => {
    const answer = placer.place(order);
    return 'refusal' in answer ? answer.refusal.reason : answer.node;
  };

  it('counts an answer as taken before anybody wrote it down', () => {
    expect(reason(anOrder('a', gpus(2)))).toBe('n1');
    expect(reason(anOrder('b'))).toBe('NoCapacity');
  });

  it('answers the same workload the same way again', () => {
    expect(reason(anOrder('a', gpus(2)))).toBe('n1');
    expect(reason(anOrder('a', gpus(2)))).toBe('n1');
  });

  it('wakes who waits when something frees', () => {
    placer.place(anOrder('a', gpus(2)));
    placer.place(anOrder('b'));
    placer.observe('a', '7', undefined);
    expect(woken).toEqual(['b']);
    expect(reason(anOrder('b'))).toBe('n1');
  });

  it('lets nobody overtake an older one that could be served', () => {
    placer.place(anOrder('holder', gpus(2)));
    placer.place(anOrder('older', { createdAt: 1 }));
    placer.forget('holder');
    expect(reason(anOrder('younger', { createdAt: 2, ...gpus(2) }))).toBe('Queued');
    expect(woken).toContain('older');
    expect(reason(anOrder('older', { createdAt: 1 }))).toBe('n1');
  });

  it('lets smaller ones pass an older one that does not fit', () => {
    placer.place(anOrder('holder'));
    expect(reason(anOrder('large', { createdAt: 1, ...gpus(2) }))).toBe('NoCapacity');
    expect(reason(anOrder('small', { createdAt: 2 }))).toBe('n1');
  });

  it('no longer lets one that left the line stand in the way, and wakes who stood behind it', () => {
    placer.place(anOrder('holder', gpus(2)));
    placer.place(anOrder('older', { createdAt: 1 }));
    placer.place(anOrder('younger', { createdAt: 2 }));
    placer.forget('holder');
    woken.length = 0;
    placer.leave('older');
    expect(woken).toEqual(['younger']);
    expect(reason(anOrder('younger', { createdAt: 2 }))).toBe('n1');
  });

  it("holds the tenant to its quota, which the tenant's own machine being placed again does not use up twice", () => {
    expect(reason(anOrder('a', { gpuQuota: 1 }))).toBe('n1');
    expect(reason(anOrder('a', { gpuQuota: 1 }))).toBe('n1');
    expect(reason(anOrder('b', { gpuQuota: 1 }))).toBe('QuotaExceeded');
  });

  it('wakes who waits for its quota when the tenant gives something back', () => {
    placer.place(anOrder('a', { gpuQuota: 1 }));
    placer.place(anOrder('b', { gpuQuota: 1 }));
    placer.forget('a');
    expect(woken).toEqual(['b']);
    expect(reason(anOrder('b', { gpuQuota: 1 }))).toBe('n1');
  });

  it('is not led astray by an old version that arrives late', () => {
    placer.place(anOrder('a', gpus(2)));
    placer.observe('a', '10', allocationOf(anOrder('a', gpus(2))));
    placer.observe('a', '9', undefined);
    expect(reason(anOrder('b'))).toBe('NoCapacity');
  });

  it('never gives away more than there is, whatever the order of events', () => {
    fc.assert(
      fc.property(fc.array(anEvent, { maxLength: 60 }), (history) => {
        const random = new Placer(() => undefined);
        random.setNode(node);
        history.forEach((event, index) => play(random, event, String(index)));
        const held = random.allocationsOn('n1').map(({ amounts }) => amounts);
        return held.reduce(plus, gpus(0).amounts).gpus <= node.amounts.gpus;
      }),
    );
  });
});

function allocationOf({ workload, tenant, amounts, spot, createdAt, span }: PlacementOrder): Allocation {
  return { workload, tenant, node: 'n1', amounts, spot, createdAt, ...span };
}

type Event = [
  action: 'asks' | 'is stopped' | 'is deleted',
  workload: string,
  gpus: number,
  createdAt: number,
];

const anEvent: fc.Arbitrary<Event> = fc.tuple(
  fc.constantFrom('asks' as const, 'is stopped' as const, 'is deleted' as const),
  fc.constantFrom('a', 'b', 'c', 'd'),
  fc.integer({ min: 1, max: 2 }),
  fc.integer({ min: 0, max: 3 }),
);

function play(placer: Placer, [action, workload, count, createdAt]: Event, version: string): void {
  if (action === 'asks') placer.place(anOrder(workload, { createdAt, ...gpus(count) }));
  if (action === 'is stopped') placer.observe(workload, version, undefined);
  if (action === 'is deleted') placer.forget(workload);
}
