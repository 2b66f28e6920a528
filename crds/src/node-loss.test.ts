import { expect, it } from '@jest/globals';
import { returnOfLostNode } from './node-loss.ts';
import type { ComputeNode } from './v1alpha1/compute-node.ts';
import type { Workload } from './v1alpha1/workload.ts';

const expectedBackAt = '2026-11-28T09:00:00Z';
const lost = { halt: { reason: 'NodeLost', at: '2026-11-27T09:00:00Z', node: 'gpu-1' } };
const node = (ready: 'True' | 'False', spec: object = { expectedBackAt }) =>
  ({ spec, status: { conditions: [{ type: 'Ready', status: ready }] } }) as ComputeNode;
const workload = (status: object, onNodeLoss?: string) => ({ spec: { onNodeLoss }, status }) as Workload;

it.each([
  ['a machine that waits', workload(lost), node('False'), expectedBackAt],
  [
    'one that cannot move',
    workload({ ...lost, diskNode: 'gpu-1' }, 'MoveIfPossible'),
    node('False'),
    expectedBackAt,
  ],
  ['nobody while the node is ready', workload(lost), node('True'), undefined],
  ['nobody where no date is given', workload(lost), node('False', {}), undefined],
  ['nobody whose machine starts elsewhere', workload(lost, 'MoveIfPossible'), node('False'), undefined],
  [
    'nobody whose machine stopped otherwise',
    workload({ halt: { reason: 'CrashLoop' } }),
    node('False'),
    undefined,
  ],
  ['nobody when the node is gone', workload(lost), undefined, undefined],
])('says when the lost node is expected back to %s', (_, machine, computeNode, expected) => {
  expect(returnOfLostNode(machine, computeNode)).toBe(expected);
});
