import { describe, expect, it } from '@jest/globals';
import type { ComputeNode } from '@gpulease/crds';
import type { Node } from '@gpulease/kube';
import { coreNodesOf, inOrderOfPrecedence } from './core-node.ts';

function aComputeNode(name: string, createdOn: number, workloads?: number): ComputeNode {
  const metadata = { name, creationTimestamp: `2026-01-0${createdOn}T00:00:00Z` };
  return { metadata, spec: {}, status: workloads === undefined ? undefined : { workloads } } as ComputeNode;
}

function aNode(markedBy?: string): Node {
  const labels = markedBy === undefined ? {} : { 'gpulease.dev/compute-node': markedBy };
  return { apiVersion: 'v1', kind: 'Node', metadata: { name: 'host-1', labels } };
}

describe('the representative of a Node that two ComputeNodes name', () => {
  it.each<[string, Node | undefined, ComputeNode[], string]>([
    ['is the older', aNode(), [aComputeNode('new', 2), aComputeNode('old', 1)], 'old'],
    ['is the first by name at equal age', aNode(), [aComputeNode('b', 1), aComputeNode('a', 1)], 'a'],
    [
      'is the one that has marked the Node, even if an older one names it later',
      aNode('new'),
      [aComputeNode('old', 1, 0), aComputeNode('new', 2, 0)],
      'new',
    ],
    [
      'is the one with machines, even if its mark is gone',
      aNode('old'),
      [aComputeNode('old', 1, 0), aComputeNode('new', 2, 3)],
      'new',
    ],
    [
      'is the older even if the Node does not exist',
      undefined,
      [aComputeNode('new', 2), aComputeNode('old', 1)],
      'old',
    ],
  ])('%s', (_, node, rivals, first) => {
    expect(inOrderOfPrecedence(node, rivals)[0]?.metadata.name).toBe(first);
  });
});

describe('the core Nodes of a ComputeNode', () => {
  it('are the former and the current one', () => {
    const before = aComputeNode('a', 1);
    const after = { ...before, spec: { ...before.spec, nodeName: 'host-2' } };
    expect(coreNodesOf(before, after)).toEqual(['a', 'host-2']);
    expect(coreNodesOf(undefined, before)).toEqual(['a']);
  });
});
