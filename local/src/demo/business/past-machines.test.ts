import { describe, expect, it } from '@jest/globals';
import type { ComputeNode, Workload } from '@gpulease/crds';
import { a100, instance } from '../../kubevirt/testing/objects.ts';
import { pastMachines, type PastRun, type Present } from './past-machines.ts';

const nodeOf = (name: string, count: number) =>
  ({
    metadata: { name },
    spec: { region: 'east', resources: { gpus: { model: 'a100', count } } },
  }) as ComputeNode;

/** One machine runs on the second node. */
const present: Present = {
  nodes: [nodeOf('first', 1), nodeOf('second', 2)],
  instances: [instance({ name: 'infer-1234', namespace: 'u-mei' })],
  workloads: [
    {
      metadata: { name: 'infer', namespace: 'u-mei', uid: 'runs' },
      spec: { sku: 'one-a100', region: 'east' },
      status: {
        virtualMachine: 'infer-1234',
        placed: { node: 'second' },
        resources: {
          cpu: 14,
          memory: '112Gi',
          disk: '100Gi',
          gpu: { model: 'a100', count: 1, deviceName: a100 },
        },
      },
    } as unknown as Workload,
  ],
};

const run = (uid: string, from: number, to: number, sku = 'one-a100'): PastRun => ({
  ...{ namespace: 'u-li', name: 'train', uid, sku, from, to },
});

describe('machines of the past', () => {
  it('have the node and resources of the present machine if it still exists', () => {
    const [machine] = pastMachines([{ ...run('runs', 0, 10), namespace: 'u-mei', name: 'infer' }], present);
    expect(machine).toMatchObject({
      node: 'second',
      region: 'east',
      from: 0,
      to: 10,
      diskBytes: 100 * 2 ** 30,
    });
    expect(machine?.instance.metadata).toMatchObject({ name: 'infer-1234', namespace: 'u-mei' });
    expect(machine?.instance.status?.nodeName).toBe('second');
  });

  it('have the name that the operator gave them if they are destroyed', () => {
    const [machine] = pastMachines([run('0a1b2c3d-9999', 0, 10)], present);
    expect(machine?.instance.metadata).toMatchObject({ name: 'train-0a1b2c3d', namespace: 'u-li' });
  });

  it.each([
    ['together', [run('a', 0, 10), run('b', 5, 15), run('c', 6, 15)], ['first', 'second', 'second']],
    ['one after the other', [run('a', 0, 10), run('b', 10, 15)], ['first', 'first']],
    ['in reverse order', [run('b', 5, 15), run('a', 0, 10)], ['first', 'second']],
  ])('are on nodes that had room: %s', (_, runs, nodes) => {
    expect(pastMachines(runs, present).map(({ node }) => node)).toEqual(nodes);
  });

  it('are omitted if no machine of their SKU runs now', () => {
    expect(pastMachines([run('a', 0, 10, 'other')], present)).toEqual([]);
  });
});
