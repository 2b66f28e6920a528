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

/** The machine is meant for host-2 by now. */
function seen(claim: PersistentVolumeClaim | undefined, status: WorkloadStatus = {}): Scope {
  const virtualMachine = machineMeantFor('host-2');
  const region = { spec: { storage: { locality: 'Node' } } } as Scope['region'];
  return aScope(aWorkload({}, status), { claim, virtualMachine, region });
}

const catalogue: Record<string, string[]> = { 'host-1': ['gpu-1'], 'host-2': ['gpu-2'] };
const computeNodesOf = (node: string) =>
  (catalogue[node] ?? []).map((name) => ({ metadata: { name } }) as ComputeNode);
const gone = () => [];

describe("the node of a machine's disk, in a region whose disks lie on nodes", () => {
  it.each<[string, Scope, string | undefined, typeof computeNodesOf?]>([
    [
      'on the node that its claim names, whatever the machine is meant for',
      seen(aClaim('Bound', SELECTED_HOST_1)),
      'gpu-1',
    ],
    ['there already while it is being made', seen(aClaim('Pending', SELECTED_HOST_1)), 'gpu-1'],
    ['nowhere before a first start has come so far', seen(aClaim('Pending')), undefined],
    ['nowhere without a claim', seen(undefined, { diskNode: 'gpu-1' }), undefined],
    ['where its machine was made, if its claim does not say it', seen(aClaim('Bound')), 'gpu-2'],
    [
      'where it was seen first, if its claim does not say it',
      seen(aClaim('Bound'), { diskNode: 'gpu-1' }),
      'gpu-1',
    ],
    [
      'there still when the node has left the catalogue',
      seen(aClaim('Bound', SELECTED_HOST_1), { diskNode: 'gpu-1' }),
      'gpu-1',
      gone,
    ],
    [
      'on the Node itself if nobody knew another name',
      seen(aClaim('Bound', SELECTED_HOST_1)),
      'host-1',
      gone,
    ],
    [
      'under the new name that its node came back with',
      seen(aClaim('Bound', SELECTED_HOST_1), { diskNode: 'gpu-0' }),
      'gpu-1',
    ],
  ])('%s', (_, scope, node, names = computeNodesOf) => {
    expect(diskNodeOf(scope, names)).toBe(node);
  });

  it('does not matter when disks are shared', () => {
    const region = { spec: { storage: { locality: 'Shared' } } } as Scope['region'];
    const scope = { ...seen(aClaim('Bound', SELECTED_HOST_1), { diskNode: 'gpu-1' }), region };
    expect(diskNodeOf(scope, computeNodesOf)).toBeUndefined();
  });
});
