import { describe, expect, it } from '@jest/globals';
import type { WorkloadSpec, WorkloadStatus } from '@gpulease/crds';
import { aScope, aVirtualMachine, aWorkload, anInstance, funded, minutesAgo } from '../../testing/scope.ts';
import type { Scope } from '../scope.ts';
import { buildStatus } from '../status/status.ts';
import { observe } from './observe.ts';
import { nextTransition } from './transition.ts';

const FENCE = { key: 'node.kubernetes.io/out-of-service', value: 'nodeshutdown', effect: 'NoExecute' };
const placed = { node: 'gpu-1', at: minutesAgo(60) };
const lost: WorkloadStatus = {
  phase: 'Failed',
  reason: 'NodeLost',
  conditions: [funded],
  placed,
  halt: { reason: 'NodeLost', at: minutesAgo(5), node: 'gpu-1' },
};
const off = aVirtualMachine({ runStrategy: 'Halted' }, { runStrategy: 'Halted' });

function aNode(ready: 'True' | 'Unknown', taints: object[] = []): Scope['node'] {
  const conditions = [{ type: 'Ready', status: ready, lastTransitionTime: minutesAgo(15) }];
  const node = { metadata: { name: 'gpu-1' }, spec: { taints }, status: { conditions } };
  return node as unknown as Scope['node'];
}
const silent = aNode('Unknown');
const fenced = aNode('Unknown', [FENCE]);

/** Returns the next status of a lost machine; by default, its owner wants it to move. */
function next(changes: Partial<Scope>, spec: Partial<WorkloadSpec> = {}, status: WorkloadStatus = {}) {
  const workload = aWorkload({ onNodeLoss: 'MoveIfPossible', ...spec }, { ...lost, ...status });
  const scope = aScope(workload, { virtualMachine: off, node: fenced, ...changes });
  const observed = observe(scope);
  return buildStatus(scope, { observed, transition: nextTransition('Failed', observed) });
}

describe('a machine that was lost with its node', () => {
  it('starts elsewhere once its node is fenced and nothing of it is left', () => {
    const { phase, halt, placed: kept } = next({});
    expect({ phase, halt, kept }).toEqual({ phase: 'Pending', halt: undefined, kept: undefined });
  });

  it.each<[string, Partial<Scope>, Partial<WorkloadSpec>?, WorkloadStatus?]>([
    ['its owner chose to wait', {}, { onNodeLoss: 'Wait' }],
    ['its owner chose nothing', {}, { onNodeLoss: undefined }],
    ['its owner has switched it off', {}, { powerState: 'Stopped' }],
    ['its disk is on the node', { diskNode: 'gpu-1' }, {}, { diskNode: 'gpu-1' }],
    ['its pod is left', { pods: [{ metadata: { name: 'pod' } }] as unknown as Scope['pods'] }],
    ['its instance is left', { machine: anInstance({ Running: 60, Failed: 5 }) }],
    ['its node is unreachable, even if its pod was force-deleted', { node: silent }],
    ['nothing is known of its node', { node: silent, computeNode: undefined }],
    ['it failed for another reason', {}, {}, { halt: { reason: 'CrashLoop', at: minutesAgo(5) } }],
    ['its account is not funded', {}, {}, { conditions: [] }],
  ])('stays if %s', (_, ...given) => {
    expect(next(...given).phase).toBe('Failed');
  });

  it.each<[string, Partial<Scope>]>([
    ['its Node was deleted', { node: undefined }],
    ['its node is back', { node: aNode('True') }],
  ])('starts again if %s', (_, changes) => {
    expect(next(changes).phase).toBe('Pending');
  });

  it('keeps its place until it has certainly stopped there', () => {
    expect(next({ node: silent }).placed).toEqual(placed);
  });

  it('releases a reserved place on the lost node, too', () => {
    const until = minutesAgo(-600);
    const policy = { metadata: {}, spec: { mode: 'Reserved' } } as unknown as Scope['policy'];
    const term: WorkloadStatus = { placed: { ...placed, until }, billing: { fundedUntil: until } };
    expect(next({ policy }, {}, term)).toMatchObject({ phase: 'Pending' });
    expect(next({ policy }, {}, term).placed).toBeUndefined();
  });

  it.each<[string, Partial<Scope>, Partial<WorkloadSpec>, string]>([
    ['a lock', {}, { freeze: { reason: 'Abuse' } }, 'Frozen'],
    [
      'a suspended account',
      { tenant: { metadata: {}, spec: { state: 'Suspended' } } as unknown as Scope['tenant'] },
      {},
      'Suspended',
    ],
  ])('does not start automatically after %s', (_, changes, spec, reason) => {
    expect(next(changes, spec)).toMatchObject({ phase: 'Failed', halt: { reason } });
  });

  it.each<[string, string | undefined, string | undefined, string]>([
    ['moves', undefined, 'Moves', 'restarts from its disk on another node'],
    ['cannot, for its disk', 'gpu-1', 'DiskOnNode', 'The disk is on that node'],
  ])('reports that it %s', (_, diskNode, move, words) => {
    const running: WorkloadStatus = { phase: 'Running', conditions: [funded], placed };
    const scope = aScope(aWorkload({ onNodeLoss: 'MoveIfPossible' }, running), {
      machine: anInstance({ Running: 30 }),
      node: silent,
      diskNode,
    });
    const observed = observe(scope);
    const status = buildStatus(scope, { observed, transition: nextTransition('Running', observed) });
    expect(status).toMatchObject({
      phase: 'Failed',
      reason: 'NodeLost',
      message: expect.stringContaining(words),
      parameters: { move },
    });
  });
});
