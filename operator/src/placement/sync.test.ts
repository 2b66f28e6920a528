import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Workload } from '@gpulease/crds';
import { FakeClock } from '@gpulease/kube/testing';
import type { Caches } from '../caches.ts';
import { aWorkload, minutesAgo } from '../testing/scope.ts';
import { syncPlacer } from './sync.ts';
import type { Placement } from './sync.ts';

const quiet = {
  store: { get: () => undefined, list: () => [], byIndex: () => [] },
  onChange: () => undefined,
};

describe('what a workload holds by the answer to a write', () => {
  let present: Workload | undefined;
  let placement: Placement;
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
    const watched = ['computeNodes', 'nodes', 'gpus', 'policies', 'otherPods', 'kubeVirts'];
    const caches = {
      ...Object.fromEntries(watched.map((kind) => [kind, quiet])),
      workloads: { informer: quiet, get: () => present },
    };
    placement = syncPlacer(caches as unknown as Caches, {
      clock: new FakeClock(),
      spotNoticeMs: 0,
      drainWindowMs: 0,
    });
  });

  it('counts before the watch tells of it', () => {
    present = written;
    placement.observe(written);
    expect(placement.placer.gpusOf('u-mei')).toBe(2);
  });

  it('counts for nothing when the workload was gone before the answer came: its GPUs would be lost', () => {
    present = undefined;
    placement.observe(written);
    expect(placement.placer.gpusOf('u-mei')).toBe(0);
  });
});
