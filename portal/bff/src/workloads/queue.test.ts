import { describe, expect, it } from '@jest/globals';
import type { SKU, Workload } from '@gpulease/crds';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { queueLength, queuePlaces, waitsForOperators, waitsForRoom } from './queue.ts';

interface Waiting {
  readonly name: string;
  readonly minute: number;
  readonly sku?: string;
  readonly region?: string;
  readonly reason?: string;
  readonly phase?: 'Pending' | 'Running';
}

function aWorkload({ name, minute, sku = 'one', region = 'east', ...status }: Waiting): Workload {
  const { phase = 'Pending', reason = 'NoCapacity' } = status;
  const creationTimestamp = new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
  return {
    metadata: { name, namespace: 'u-1', creationTimestamp },
    spec: { sku, region },
    status: { phase, reason },
  } as Workload;
}

const models: Record<string, string | undefined> = {
  one: 'a100',
  eight: 'a100',
  other: 'h100',
  cpu: undefined,
};
const catalogue = {
  skus: {
    store: {
      get({ name }: { name: string }) {
        const model = models[name];
        return { spec: { ...(model && { gpu: { model, count: 1 } }) } } as SKU;
      },
    },
  },
} as unknown as Catalogue;

const places = (...waiting: Waiting[]) => Object.fromEntries(queuePlaces(waiting.map(aWorkload), catalogue));

describe('the place in the queue', () => {
  it('goes by age', () => {
    expect(places({ name: 'b', minute: 2 }, { name: 'a', minute: 1 })).toEqual({ 'u-1/a': 1, 'u-1/b': 2 });
  });

  it('goes by name within the same second', () => {
    expect(places({ name: 'b', minute: 1 }, { name: 'a', minute: 1 })).toEqual({ 'u-1/a': 1, 'u-1/b': 2 });
  });

  it('counts all that want GPUs of one model, however many GPUs', () => {
    expect(
      places(
        { name: 'a', minute: 1 },
        { name: 'b', minute: 2, sku: 'eight' },
        { name: 'c', minute: 3, sku: 'other' },
      ),
    ).toEqual({ 'u-1/a': 1, 'u-1/b': 2, 'u-1/c': 1 });
  });

  it('is separate for machines without a GPU, and in each region', () => {
    expect(
      places(
        { name: 'a', minute: 1 },
        { name: 'b', minute: 2, sku: 'cpu' },
        { name: 'c', minute: 3, region: 'west' },
      ),
    ).toEqual({ 'u-1/a': 1, 'u-1/b': 1, 'u-1/c': 1 });
  });

  it('is not taken by machines that run or wait for something else', () => {
    expect(
      places(
        { name: 'a', minute: 1, phase: 'Running' },
        { name: 'b', minute: 2, reason: 'ImageNotReady' },
        { name: 'c', minute: 3 },
      ),
    ).toEqual({ 'u-1/c': 1 });
  });
});

it.each([
  ['NoCapacity', true],
  ['Queued', true],
  ['NeverPlaceable', false],
  ['ImageNotReady', false],
])('a machine waiting because of %s waits for room: %s', (reason, expected) => {
  expect(waitsForRoom(aWorkload({ name: 'a', minute: 1, reason }))).toBe(expected);
});

it('returns the length of the queue that an order would join, by model and region', () => {
  const all = [
    { name: 'a', minute: 1 },
    { name: 'b', minute: 2, sku: 'eight' },
    { name: 'c', minute: 3, sku: 'other' },
    { name: 'd', minute: 4, region: 'west' },
    { name: 'e', minute: 5, phase: 'Running' as const },
  ].map(aWorkload);
  expect(queueLength(all, { sku: 'one', region: 'east' }, catalogue)).toBe(2);
  expect(queueLength(all, { sku: 'cpu', region: 'east' }, catalogue)).toBe(0);
});

describe('waitsForOperators', () => {
  it.each([
    ['NoCapacity', true],
    ['ImageImportFailed', true],
    ['AwaitingFunds', false],
    ['QuotaExceeded', false],
    ['StorageQuotaExceeded', false],
    ['Booked', false],
  ])('of a machine that waits with %s is %s', (reason, expected) => {
    expect(waitsForOperators(aWorkload({ name: 'a', minute: 0, reason }))).toBe(expected);
  });

  it('is false of a running machine', () => {
    expect(waitsForOperators(aWorkload({ name: 'a', minute: 0, phase: 'Running' }))).toBe(false);
  });
});
