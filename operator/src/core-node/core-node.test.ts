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
    ['the older', aNode(), [aComputeNode('new', 2), aComputeNode('old', 1)], 'old'],
    ['the first by name, of two of one age', aNode(), [aComputeNode('b', 1), aComputeNode('a', 1)], 'a'],
    [
      'the one that has the Node, though an older one comes to it',
      aNode('new'),
      [aComputeNode('old', 1, 0), aComputeNode('new', 2, 0)],
      'new',
    ],
    [
      'the one with machines, though its mark is gone',
      aNode('old'),
      [aComputeNode('old', 1, 0), aComputeNode('new', 2, 3)],
      'new',
    ],
    [
      'the older also of a Node that is not there',
      undefined,
      [aComputeNode('new', 2), aComputeNode('old', 1)],
      'old',
    ],
  ])('%s', (_, node, rivals, first) => {
    expect(inOrderOfPrecedence(node, rivals)[0]?.metadata.name).toBe(first);
  });
});

describe('the core Nodes of a ComputeNode', () => {
  it('are the one it named before and the one it names now', () => {
    const before = aComputeNode('a', 1);
    const after = { ...before, spec: { ...before.spec, nodeName: 'host-2' } };
    expect(coreNodesOf(before, after)).toEqual(['a', 'host-2']);
    expect(coreNodesOf(undefined, before)).toEqual(['a']);
  });
});
