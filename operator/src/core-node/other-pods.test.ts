import { describe, expect, it } from '@jest/globals';
import type { Pod } from '@gpulease/kube';
import { heldByOthers, keepOtherPod, nodesChangedBy, type OtherPod } from './other-pods.ts';

const DEVICE = 'nvidia.com/A100';
const GiB = 2 ** 30;

type Requests = Record<string, string>;
const container = (requests: Requests, more = {}) => ({ name: 'one', resources: { requests }, ...more });

function aPod(spec: Partial<NonNullable<Pod['spec']>>, name = 'train-0'): Pod {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { namespace: 'ml', name, uid: `uid-${name}`, resourceVersion: '7', labels: { app: 'train' } },
    spec: { nodeName: 'gpu-1', containers: [], restartPolicy: 'Always', ...spec },
    status: { phase: 'Running' },
  };
}

describe('the resources of a pod that belongs to no machine', () => {
  it.each<[name: string, spec: Partial<NonNullable<Pod['spec']>>, held: object]>([
    [
      'the sum of its container requests',
      { containers: [container({ cpu: '500m', memory: '1Gi', [DEVICE]: '1' }), container({ cpu: '1' })] },
      { cpu: 1500, memory: GiB, gpus: 1, gpuHolders: ['ml/train-0'] },
    ],
    ['zero without requests', { containers: [{ name: 'one' }] }, { cpu: 0, memory: 0, gpus: 0 }],
    [
      'the requests of its largest init container, if those are higher',
      {
        containers: [container({ cpu: '1', memory: '1Gi' })],
        initContainers: [container({ cpu: '3' }), container({ cpu: '2', memory: '512Mi' })],
      },
      { cpu: 3000, memory: GiB },
    ],
    [
      'increased by the requests of its sidecars',
      {
        containers: [container({ cpu: '1' })],
        initContainers: [container({ cpu: '250m' }, { restartPolicy: 'Always' })],
      },
      { cpu: 1250 },
    ],
    [
      'the pod-level requests instead of those of its containers, plus the runtime overhead',
      {
        containers: [container({ cpu: '1' })],
        resources: { requests: { cpu: '2' } },
        overhead: { cpu: '100m', memory: '64Mi' },
      },
      { cpu: 2100, memory: 2 ** 26 },
    ],
    ['CPU only', { containers: [container({ 'ephemeral-storage': '1Ei', cpu: '100000n' })] }, { cpu: 0 }],
  ])('are %s', (_, spec, held) => {
    expect(heldByOthers([keepOtherPod(aPod(spec))], DEVICE)).toMatchObject(held);
  });

  it('are summed over pods, with the names of the GPU holders', () => {
    const [first, second, third] = [
      aPod({ containers: [container({ [DEVICE]: '2' })] }, 'b'),
      aPod({ containers: [container({ [DEVICE]: '1' })] }, 'a'),
      aPod({ containers: [container({ cpu: '1' })] }, 'c'),
    ].map(keepOtherPod);
    const held = heldByOthers([first!, second!, third!], DEVICE);
    expect(held).toEqual({ cpu: 1000, memory: 0, gpus: 3, pods: 3, gpuHolders: ['ml/a', 'ml/b'] });
  });

  it('are all that the cache keeps of the pod', () => {
    expect(keepOtherPod(aPod({ containers: [container({ cpu: '1' })] }))).toEqual({
      metadata: { namespace: 'ml', name: 'train-0', uid: 'uid-train-0', resourceVersion: '7' },
      nodeName: 'gpu-1',
      requests: { cpu: 1 },
    });
  });
});

describe('the Nodes that a pod changes', () => {
  const pod = keepOtherPod(aPod({ containers: [container({ cpu: '1' })] }));
  it.each<[string, before: OtherPod | undefined, after: OtherPod | undefined, nodes: string[]]>([
    ['are its own when it is created', undefined, pod, ['gpu-1']],
    ['are its own when it is deleted', pod, undefined, ['gpu-1']],
    ['are none when only its status changes', pod, { ...pod, metadata: { ...pod.metadata } }, []],
    [
      'are its own when it is resized',
      pod,
      keepOtherPod(aPod({ containers: [container({ cpu: '2' })] })),
      ['gpu-1'],
    ],
  ])('%s', (_, before, after, nodes) => {
    expect(nodesChangedBy(before, after)).toEqual(nodes);
  });
});
