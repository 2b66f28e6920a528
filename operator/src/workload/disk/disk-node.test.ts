import { describe, expect, it } from '@jest/globals';
import type { ComputeNode, WorkloadStatus } from '@gpulease/crds';
import type { PersistentVolumeClaim } from '@gpulease/kube';
import { aScope, aVirtualMachine, aWorkload } from '../../testing/scope.ts';
import { SELECTED_NODE, diskNodeOf } from './disk-node.ts';
import type { Scope } from '../scope.ts';

const SELECTED_HOST_1 = { [SELECTED_NODE]: 'host-1' };

function aClaim(phase: 'Pending' | 'Bound', annotations?: Record<string, string>): PersistentVolumeClaim {
  return { metadata: { name: 'train-root', annotations }, status: { phase } } as PersistentVolumeClaim;
}

function machineMeantFor(node: string): Scope['virtualMachine'] {
  const matchFields = [{ key: 'metadata.name', operator: 'In', values: [node] }];
  const required = { nodeSelectorTerms: [{ matchFields }] };
  const nodeAffinity = { requiredDuringSchedulingIgnoredDuringExecution: required };
  return aVirtualMachine({ template: { spec: { affinity: { nodeAffinity } } } });
}

/** The machine was last made for host-2. */
function seen(claim: PersistentVolumeClaim | undefined, status: WorkloadStatus = {}): Scope {
  const virtualMachine = machineMeantFor('host-2');
  const region = { spec: { storage: { locality: 'Node' } } } as Scope['region'];
  return aScope(aWorkload({}, status), { claim, virtualMachine, region });
}

const catalogue: Record<string, string[]> = { 'host-1': ['gpu-1'], 'host-2': ['gpu-2'] };
const computeNodesOf = (node: string) =>
  (catalogue[node] ?? []).map((name) => ({ metadata: { name } }) as ComputeNode);
const gone = () => [];

describe("the node of a machine's disk, in a region with local disks", () => {
  it.each<[string, Scope, string | undefined, typeof computeNodesOf?]>([
    [
      'is the node that its claim names, whatever node the machine was made for',
      seen(aClaim('Bound', SELECTED_HOST_1)),
      'gpu-1',
    ],
    ['is known while it is being created', seen(aClaim('Pending', SELECTED_HOST_1)), 'gpu-1'],
    ['is undefined before kube-scheduler chose one', seen(aClaim('Pending')), undefined],
    ['is undefined without a claim', seen(undefined, { diskNode: 'gpu-1' }), undefined],
    ["is its machine's if its claim does not name one", seen(aClaim('Bound')), 'gpu-2'],
    [
      'is the first known one if its claim does not name one',
      seen(aClaim('Bound'), { diskNode: 'gpu-1' }),
      'gpu-1',
    ],
    [
      'stays the same if the node left the catalogue',
      seen(aClaim('Bound', SELECTED_HOST_1), { diskNode: 'gpu-1' }),
      'gpu-1',
      gone,
    ],
    [
      'is the core Node itself if no ComputeNode was ever known',
      seen(aClaim('Bound', SELECTED_HOST_1)),
      'host-1',
      gone,
    ],
    [
      'is the new ComputeNode that its core Node came back with',
      seen(aClaim('Bound', SELECTED_HOST_1), { diskNode: 'gpu-0' }),
      'gpu-1',
    ],
  ])('%s', (_, scope, node, names = computeNodesOf) => {
    expect(diskNodeOf(scope, names)).toBe(node);
  });

  it('does not matter if disks are shared', () => {
    const region = { spec: { storage: { locality: 'Shared' } } } as Scope['region'];
    const scope = { ...seen(aClaim('Bound', SELECTED_HOST_1), { diskNode: 'gpu-1' }), region };
    expect(diskNodeOf(scope, computeNodesOf)).toBeUndefined();
  });
});
