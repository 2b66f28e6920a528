import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ComputeNode, Workload } from '@gpulease/crds';
import { parseQuantity } from '@gpulease/kube';
import type { KubeVirt } from '@gpulease/kube/kubevirt';
import { FakeClock } from '@gpulease/kube/testing';
import type { Caches } from '../caches.ts';
import { aWorkload, minutesAgo } from '../testing/scope.ts';
import { aNode } from '../testing/small-catalogue.ts';
import { syncPlacer } from './sync.ts';
import type { Placement } from '../operator.ts';

function kubeVirtWith(additionalGuestMemoryOverheadRatio: string | undefined): KubeVirt {
  return { spec: { configuration: { additionalGuestMemoryOverheadRatio } } } as unknown as KubeVirt;
}

const quiet = {
  store: { get: () => undefined, list: () => [], byIndex: () => [] },
  onChange: () => undefined,
};

describe('the allocation of a workload from the answer to a write', () => {
  let present: Workload | undefined;
  let placement: Placement;
  let kubeVirt: KubeVirt | undefined;
  let kubeVirtChanges: (before: KubeVirt | undefined, after: KubeVirt) => void;
  const written = aWorkload(undefined, {
    placed: { node: 'gpu-1', at: minutesAgo(1) },
    resources: {
      cpu: 8,
      memory: '64Gi',
      disk: '100Gi',
      gpu: { model: 'a100', deviceName: 'nvidia.com/A100', count: 2 },
    },
  });
  written.metadata.resourceVersion = '9';

  beforeEach(() => {
    kubeVirt = undefined;
    const handlers: ((key: string, before: KubeVirt | undefined, after: KubeVirt) => void)[] = [];
    kubeVirtChanges = (before, after) => {
      kubeVirt = after;
      for (const handler of handlers) handler('kubevirt/kubevirt', before, after);
    };
    const watched = ['computeNodes', 'nodes', 'gpus', 'policies', 'otherPods'];
    const caches = {
      ...Object.fromEntries(watched.map((kind) => [kind, quiet])),
      kubeVirts: { onChange: (handler: (typeof handlers)[number]) => handlers.push(handler) },
      kubeVirt: () => kubeVirt,
      workloads: {
        informer: { ...quiet, store: { ...quiet.store, list: () => [present] } },
        get: () => present,
      },
    };
    placement = syncPlacer(caches as unknown as Caches, {
      clock: new FakeClock(),
      spotNoticeMs: 0,
      drainWindowMs: 0,
    });
  });

  it('counts before the watch reports it', () => {
    present = written;
    placement.observe(written);
    expect(placement.placer.gpusOf('u-mei')).toBe(2);
  });

  it('includes the overhead ratio of KubeVirt', () => {
    const held = () => placement.placer.occupancyOf('gpu-1').allocations()[0]?.amounts.memory ?? 0;
    present = written;
    placement.observe(written);
    const own = held() - parseQuantity('64Gi');
    kubeVirtChanges(undefined, kubeVirtWith('1.5'));
    expect(held()).toBe(parseQuantity('64Gi') + 1.5 * own);
    kubeVirtChanges(kubeVirtWith('1.5'), kubeVirtWith(undefined));
    expect(held()).toBe(parseQuantity('64Gi') + own);
  });

  it('is ignored if the workload is gone before the answer arrives, so that its GPUs are not lost', () => {
    present = undefined;
    placement.observe(written);
    expect(placement.placer.gpusOf('u-mei')).toBe(0);
  });
});

describe('a node on which starts fail', () => {
  const failedStarts = ['u-1/a', 'u-2/b'].map((workload) => ({ workload, since: minutesAgo(20) }));
  const sick = { ...aNode('gpu-1', 4).computeNode, status: { failedStarts } };
  const well = aNode('gpu-2', 4).computeNode;
  const core = aNode('any', 4).node;
  let seen: ComputeNode[];
  let comes: (node: ComputeNode) => void;
  let placement: Placement;

  beforeEach(() => {
    seen = [];
    const handlers: ((name: string, before: undefined, after: ComputeNode) => void)[] = [];
    comes = (node) => {
      seen.push(node);
      for (const handler of handlers) handler(node.metadata.name, undefined, node);
    };
    const indexers: Record<string, (node: ComputeNode) => string[]> = {
      region: ({ spec }) => [spec.region],
      node: ({ metadata }) => [metadata.name],
    };
    const byIndex = (index: string, value: string) =>
      seen.filter((node) => indexers[index]?.(node).includes(value));
    const caches = {
      ...Object.fromEntries(['gpus', 'policies', 'otherPods', 'kubeVirts'].map((kind) => [kind, quiet])),
      computeNodes: {
        store: { ...quiet.store, byIndex },
        onChange: (handler: (typeof handlers)[number]) => handlers.push(handler),
      },
      nodes: { ...quiet, store: { ...quiet.store, get: () => core } },
      kubeVirt: () => undefined,
      workloads: { informer: quiet },
    };
    placement = syncPlacer(caches as unknown as Caches, {
      clock: new FakeClock(),
      spotNoticeMs: 0,
      drainWindowMs: 0,
    });
  });

  it('is avoided as soon as another node is known, because the first one read is its whole region', () => {
    comes(sick);
    expect(placement.placer.node('gpu-1')?.avoided).toBeUndefined();
    comes(well);
    expect(placement.placer.node('gpu-1')?.avoided).toBe('fails to start machines');
  });
});
