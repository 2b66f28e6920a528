import { expect, it } from '@jest/globals';
import type { ComputeNode } from '@gpulease/crds';
import { measuredPart } from './part-metrics.ts';

const aNode = (name: string, region: string, model?: string, nodeName?: string) =>
  ({
    metadata: { name },
    spec: {
      ...{ region, nodeName },
      resources: { cpu: 8, memory: '64Gi', storage: '1Ti', ...(model && { gpus: { model, count: 2 } }) },
    },
  }) as ComputeNode;

const nodes = [
  aNode('n1', 'east', 'a100', 'host-1'),
  aNode('n2', 'east', 'h100'),
  aNode('n3', 'east'),
  aNode('n4', 'west', 'a100'),
  aNode('n5', 'north'),
];

it.each([
  ['a node has what it offers, and the name of its Kubernetes node', { node: 'n1' }, ['host-1', 1, true]],
  ['a node without a nodeName has the name of its Kubernetes node', { node: 'n3' }, ['n3', 1, false]],
  ['a region has what all its nodes offer', { region: 'east' }, [undefined, 3, true]],
  ['a region may have no GPUs', { region: 'north' }, [undefined, 1, false]],
  ['a GPU model has what the nodes with it offer', { gpu: 'a100' }, [undefined, 2, true]],
  ['a region without nodes offers nothing', { region: 'south' }, [undefined, 0, false]],
] as const)('%s', (_, part, [host, count, hasGpus]) => {
  expect(measuredPart(part, nodes)).toEqual({
    ...{ part, host, hasGpus },
    cpus: count * 8,
    memoryBytes: count * 64 * 2 ** 30,
  });
});
