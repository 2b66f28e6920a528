import { beforeEach, describe, expect, it } from '@jest/globals';
import { API_VERSION, finalizers, type SKU } from '@gpulease/crds';
import { FakeClock } from '@gpulease/kube/testing';
import { nodeCapacity } from '../compute-node/capacity.ts';
import type { Operator } from '../operator.ts';
import { Placer } from '@gpulease/placement/placer';
import type { Reconcile } from '../runtime/controller.ts';
import { aNode, gpu } from '../testing/small-catalogue.ts';
import { createSkuController } from './controller.ts';

const HOUR_MS = 3_600_000;
const SPOT_NOTICE_MS = 120_000;

describe('the controller of SKUs', () => {
  let clock: FakeClock;
  let placer: Placer;
  let written: SKU['status'];
  const node = aNode('n1', 2);
  const sku: SKU = {
    apiVersion: API_VERSION,
    kind: 'SKU',
    metadata: { name: 'a100-1', finalizers: [finalizers.inUse] },
    spec: {
      displayName: 'A100',
      cpu: 4,
      memory: '16Gi',
      disk: '100Gi',
      gpu: { model: 'a100', count: 1 },
      state: 'Active',
      pricing: ['spot'],
    },
  };
  beforeEach(() => {
    clock = new FakeClock();
    placer = new Placer({ wake: () => undefined, clock, spotNoticeMs: SPOT_NOTICE_MS, drainWindowMs: 0 });
    placer.setNode(nodeCapacity({ ...node, now: clock.now(), gpu: gpu as never }));
  });

  const book = (from: number): void => {
    const amounts = { cpu: 1000, memory: 1, storage: 1, gpus: 2, pods: 0 };
    const allocation = {
      workload: 'u-mei/a',
      tenant: 'u-mei',
      node: 'n1',
      amounts,
      spot: false,
      createdAt: 0,
    };
    placer.observe('u-mei/a', '1', { ...allocation, from, until: from + HOUR_MS });
  };
  const reconcile = (): ReturnType<Reconcile> => {
    const only = (object: object) => ({
      store: { get: () => object, list: () => [object], byIndex: () => [object] },
      onChange: () => undefined,
    });
    const none = {
      store: { get: () => undefined, list: () => [], byIndex: () => [] },
      onChange: () => undefined,
    };
    let look: Reconcile = () => Promise.reject(new Error('No controller was made'));
    createSkuController({
      caches: {
        skus: only(sku),
        computeNodes: only(node.computeNode),
        gpus: only(gpu),
        kubeVirts: none,
        kubeVirt: () => undefined,
        policies: only({}),
        regions: only({}),
        workloads: { informer: none },
      },
      cluster: {
        resource: () => ({
          applyStatus: ({ status }: SKU) => {
            written = status;
            return Promise.resolve({ ...sku, status });
          },
        }),
      },
      placement: { placer },
      recorder: { record: () => Promise.resolve() },
      clock,
      createController: (options: { reconcile: Reconcile }) => {
        look = options.reconcile;
        return { queue: { add: () => undefined, addAfter: () => undefined } };
      },
    } as unknown as Operator);
    return look('a100-1', {} as never);
  };

  it('reconciles again when a booking becomes too near for Spot, even if nothing has changed', async () => {
    book(clock.now().getTime() + HOUR_MS);
    const requeue = await reconcile();
    expect(written?.availability).toMatchObject([{ available: 0, spot: { available: 2 } }]);
    clock.advance(requeue?.afterMs ?? 0);
    await reconcile();
    expect(written?.availability).toMatchObject([{ available: 0, spot: { available: 0 } }]);
  });

  it('reconciles again only on a change if nothing is booked', async () => {
    expect(await reconcile()).toBeUndefined();
    expect(written?.availability).toMatchObject([{ available: 2, spot: { available: 2 } }]);
  });
});
