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
  ['to a machine that waits', workload(lost), node('False'), expectedBackAt],
  [
    'to a machine that cannot move',
    workload({ ...lost, diskNode: 'gpu-1' }, 'MoveIfPossible'),
    node('False'),
    expectedBackAt,
  ],
  ['not while the node is ready', workload(lost), node('True'), undefined],
  ['not without a date', workload(lost), node('False', {}), undefined],
  ['not to a machine that starts elsewhere', workload(lost, 'MoveIfPossible'), node('False'), undefined],
  [
    'not to a machine that stopped for another reason',
    workload({ halt: { reason: 'CrashLoop' } }),
    node('False'),
    undefined,
  ],
  ['not when the node is gone', workload(lost), undefined, undefined],
])('reports when the lost node is expected back %s', (_, machine, computeNode, expected) => {
  expect(returnOfLostNode(machine, computeNode)).toBe(expected);
});
