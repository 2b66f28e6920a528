import type { ComputeNode, SKU } from '@gpulease/crds';
import type { Query } from '@gpulease/contract/routes';
import { describe, expect, it } from '@jest/globals';
import type { Context } from '../http/handler.ts';
import type { Catalogue } from './catalogue.ts';
import { catalogueHandlers } from './handlers.ts';

const page = { page: 1, pageSize: 20 };

/** Returns the handlers of a catalogue with only these objects. */
function holding(objects: { skus?: readonly SKU[]; nodes?: readonly ComputeNode[] }) {
  const store = (list: readonly unknown[] = []) => ({ store: { list: () => list, get: () => undefined } });
  const catalogue = {
    skus: store(objects.skus),
    nodes: store(objects.nodes),
    gpus: store(),
    pricingPolicies: store(),
  };
  return catalogueHandlers(catalogue as unknown as Catalogue);
}

describe('the list of SKUs', () => {
  const sku = (name: string, available: Record<string, number>, state = 'Active') =>
    ({
      metadata: { name },
      spec: { displayName: name, description: '', state, cpu: 1, memory: '1Gi', disk: '1Gi', pricing: [] },
      status: {
        availability: Object.entries(available).map(([region, left]) => ({
          ...{ region, available: left, level: left === 0 ? 'None' : 'High' },
        })),
      },
    }) as unknown as SKU;
  const handlers = holding({
    skus: [
      sku('left', { east: 1, west: 2 }),
      sku('gone-in-east', { east: 0, west: 2 }),
      sku('gone', { east: 0, west: 0 }),
      sku('taken-off', { east: 0 }, 'Inactive'),
      sku('nowhere', {}),
    ],
  });
  const names = async (query: Partial<Query<'listSkus'>>) =>
    (
      await handlers.listSkus(
        { query: { ...page, ...query }, params: undefined, body: undefined },
        {} as Context<'listSkus'>,
      )
    ).items.map(({ name }) => name);

  it.each([
    ['has all by default', {}, ['gone', 'gone-in-east', 'left', 'nowhere', 'taken-off']],
    ['has active SKUs that are sold out in any region', { soldOut: 'true' }, ['gone', 'gone-in-east']],
    ['has SKUs that are sold out in the given region', { soldOut: 'true', region: 'west' }, ['gone']],
  ] as const)('%s', async (_, query, expected) => {
    expect(await names(query)).toEqual(expected);
  });
});

describe('the list of nodes', () => {
  interface Counts {
    gpus: number;
    workloads: number;
    /** In a month of 8 GPUs; absent for a node without GPUs. */
    faults?: number;
  }
  const node = (name: string, state: string, { gpus, workloads, faults }: Counts) =>
    ({
      metadata: { name },
      spec: {
        description: '',
        region: 'east',
        state,
        skus: [],
        resources: {
          ...{ cpu: 8, memory: '8Gi', storage: '8Gi' },
          gpus: faults === undefined ? undefined : { model: 'a100', count: 8 },
        },
      },
      status: {
        ...{ workloads, free: { gpus } },
        reliability: { starts: 9, failedStarts: 0, faults: faults ?? 5, gpuDays: 240, days: [] },
      },
    }) as unknown as ComputeNode;
  const handlers = holding({
    nodes: [
      node('a', 'Maintenance', { gpus: 10, workloads: 0, faults: 1 }),
      node('b', 'Active', { gpus: 9, workloads: 12, faults: 0 }),
      node('c', 'Inactive', { gpus: 0, workloads: 3 }),
    ],
  });

  it.each([
    ['freeGpus', ['c', 'b', 'a']],
    ['-workloads', ['b', 'c', 'a']],
    ['-faultsPerGpuMonth', ['a', 'b', 'c']],
    ['status', ['b', 'c', 'a']],
  ] as const)('is sorted by %s', async (sort, expected) => {
    const { items } = await handlers.listNodes(
      { query: { ...page, sort }, params: undefined, body: undefined },
      {} as Context<'listNodes'>,
    );
    expect(items.map(({ name }) => name)).toEqual(expected);
  });

  it('is searchable by UUID or serial number of a GPU', async () => {
    const uuid = 'GPU-8f2d0c1e-5b7a-4d3c-9e6f-0a1b2c3d4e5f';
    const bare = node('a', 'Active', { gpus: 8, workloads: 0 });
    const devices = [{ id: '0000:17:00.0', uuid, serial: '1320921000123', history: [] }];
    const checked = { ...bare, metadata: { name: 'b' }, status: { ...bare.status, devices } };
    const found = async (search: string) => {
      const { items } = await holding({ nodes: [bare, checked] }).listNodes(
        { query: { ...page, search }, params: undefined, body: undefined },
        {} as Context<'listNodes'>,
      );
      return items.map(({ name }) => name);
    };
    expect(await found(uuid)).toEqual(['b']);
    expect(await found('1320921000123')).toEqual(['b']);
    expect(await found('')).toEqual(['a', 'b']);
  });
});
