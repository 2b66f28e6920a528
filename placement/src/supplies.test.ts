import { SHOWN_LATER } from '@gpulease/crds';
import { describe, expect, it } from '@jest/globals';
import { FakeClock } from '@gpulease/kube/testing';
import fc from 'fast-check';
import type { Amounts, NodeCapacity } from './capacity.ts';
import { Placer } from './placer.ts';
import { Supplies, type SkuSize } from './supplies.ts';

const MINUTE_MS = 60_000;

function size(gpus: number): SkuSize {
  const of = (quantity: number): Amounts => ({
    cpu: 1000 * quantity,
    memory: 10 * quantity,
    storage: 500 * quantity,
    gpus: gpus * quantity,
    pods: 1,
  });
  return { gpuModel: 'A100', amounts: [of(1), of(2), of(3), of(4)] };
}

function aNode(name: string, changes: Partial<NodeCapacity> = {}): NodeCapacity {
  const amounts = { cpu: 64_000, memory: 1000, storage: 1000, gpus: 4, pods: 110 };
  const model = { architecture: 'amd64', gpuModel: 'A100' };
  return { name, region: 'r', skus: ['a100'], ...model, amounts, declared: amounts, ...changes };
}

function aWorld() {
  const clock = new FakeClock();
  const placer = new Placer({ wake: () => undefined, clock, spotNoticeMs: 120_000, drainWindowMs: 0 });
  let version = 0;
  const hold = (
    workload: string,
    node: string,
    gpus: number,
    span: { from: number; until?: number },
  ): void => {
    version += 1;
    const amounts = { cpu: 1000, memory: 10, storage: 10, gpus, pods: 1 };
    placer.observe(workload, String(version), {
      ...{ workload, tenant: 'u-1', createdAt: 0, spot: false, node, amounts },
      ...span,
    });
  };
  return { clock, placer, hold };
}

describe('the supply of a SKU', () => {
  it('recomputes only nodes that have changed', () => {
    const { placer, hold } = aWorld();
    const supplies = new Supplies(placer);
    for (let number = 0; number < 50; number += 1) placer.setNode(aNode(`n${number}`));
    expect(supplies.of('a100', size(1))).toMatchObject([{ region: 'r', available: 100 }]);
    const looked: string[] = [];
    const occupancyOf = placer.occupancyOf.bind(placer);
    placer.occupancyOf = (node) => (looked.push(node), occupancyOf(node));
    hold('a', 'n7', 3, { from: 0 });
    expect(supplies.of('a100', size(1))).toMatchObject([{ region: 'r', available: 99 }]);
    expect(new Set(looked)).toEqual(new Set(['n7']));
  });

  it('is limited by the number of pods that the kubelet accepts', () => {
    const { placer, hold } = aWorld();
    const supplies = new Supplies(placer);
    placer.setNode(aNode('n1', { amounts: { ...aNode('n1').amounts, storage: 1e6, memory: 1e6, pods: 3 } }));
    expect(supplies.of('a100', size(0))).toMatchObject([{ region: 'r', available: 3 }]);
    hold('a', 'n1', 0, { from: 0 });
    expect(supplies.of('a100', size(0))).toMatchObject([{ region: 'r', available: 2 }]);
  });

  it('reports the largest quantity that fits on one node, whether or not it is free, open and healthy now', () => {
    const { placer, hold } = aWorld();
    const supplies = new Supplies(placer);
    placer.setNode(aNode('n1', { closed: 'is not ready', amounts: { ...aNode('n1').amounts, gpus: 0 } }));
    placer.setNode(aNode('n2', { region: 'small', declared: { ...aNode('n2').amounts, gpus: 1 } }));
    hold('a', 'n1', 4, { from: 0 });
    expect(supplies.of('a100', size(2))).toMatchObject([
      { region: 'r', available: 0, maxQuantity: 2 },
      { region: 'small', maxQuantity: 0 },
    ]);
  });

  it('reports the next times at which more is free on any node, however many nodes there are', () => {
    const { clock, placer, hold } = aWorld();
    const names = ['n1', 'n2', 'n3'];
    const ample = { cpu: 64_000, memory: 1000, storage: 1e6, gpus: 40, pods: 110 };
    for (const name of names) placer.setNode(aNode(name, { amounts: ample, declared: ample }));
    const end = (index: number) => clock.now().getTime() + (index + 1) * MINUTE_MS;
    // Two thirds of the ends are on one node, so that it alone has more than are reported.
    for (let index = 0; index < 36; index += 1)
      hold(`w${index}`, index % 3 === 0 ? 'n2' : 'n1', 1, { from: 0, until: end(index) });
    const supply = new Supplies(placer).of('a100', size(1))[0]!;
    const times = Array.from({ length: SHOWN_LATER }, (_, index) => end(index));
    expect(supply.later.map(({ from }) => from)).toEqual(times);
    expect(supply.later.map(({ available }) => available - supply.available)).toEqual(
      times.map((_, index) => index + 1),
    );
  });

  it('excludes nodes that have other GPUs, no longer offer it or are gone', () => {
    const { placer } = aWorld();
    const supplies = new Supplies(placer);
    placer.setNode(aNode('n1'));
    placer.setNode(aNode('n2', { gpuModel: 'H100' }));
    placer.setNode(aNode('n3'));
    expect(supplies.of('a100', size(1))).toMatchObject([{ available: 4 }]);
    placer.removeNode('n1');
    placer.setNode(aNode('n3', { skus: ['other'] }));
    expect(supplies.of('a100', size(1))).toEqual([]);
  });

  const change = fc.tuple(
    fc.constantFrom('a', 'b', 'c'),
    fc.constantFrom('n1', 'n2'),
    fc.integer({ min: 0, max: 3 }),
    fc.integer({ min: 0, max: 30 }),
  );

  it('equals a full recomputation over all nodes, whatever has happened', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
        const { clock, placer, hold } = aWorld();
        const supplies = new Supplies(placer);
        placer.setNode(aNode('n1'));
        placer.setNode(aNode('n2', { region: 's' }));
        for (const [workload, node, gpus, minutes] of changes) {
          const from = clock.now().getTime() + minutes * MINUTE_MS;
          hold(workload, node, gpus, minutes % 3 === 0 ? { from: 0 } : { from, until: from + MINUTE_MS });
          clock.advance(minutes * 20_000);
          expect(supplies.of('a100', size(1))).toEqual(new Supplies(placer).of('a100', size(1)));
        }
      }),
    );
  });
});
