import { describe, expect, it } from '@jest/globals';
import type { Catalogue } from './catalogue/catalogue.ts';
import type { ComputeNode, SKU, Workload } from '@gpulease/crds';
import { withinTotal } from './catalogue/views.ts';
import {
  countsOf,
  failingOf,
  lackingNodes,
  notReadyOf,
  queueOf,
  soldOutOf,
  troubledNodes,
  type Owned,
} from './overview-facts.ts';

const aWorkload = (name: string, phase: string, reason: string): Owned => ({
  user: 'demo',
  workload: {
    metadata: { name, namespace: 'u-1', creationTimestamp: `2026-03-0${name}T00:00:00Z` },
    spec: { sku: 'a', region: 'r', power: 'Running' },
    status: { phase, reason, message: `${reason}.` },
  } as unknown as Workload,
});
const owned = [
  aWorkload('3', 'Pending', 'NoCapacity'),
  aWorkload('1', 'Pending', 'NoCapacity'),
  aWorkload('2', 'Pending', 'ImageNotReady'),
  aWorkload('4', 'Failed', 'GuestCrashed'),
  aWorkload('5', 'Failed', 'GuestCrashed'),
];

describe('the overview', () => {
  it('shows the queue with the oldest first and the most frequent reason first', () => {
    const { total, items, reasons } = queueOf(owned);
    expect([total, items.map(({ name }) => name)]).toEqual([3, ['1', '2', '3']]);
    expect(reasons).toEqual([
      { reason: 'NoCapacity', count: 2 },
      { reason: 'ImageNotReady', count: 1 },
    ]);
  });

  it.each(['Booked', 'ReservationTooFar'])('leaves reservations out of the queue: %s', (reason) => {
    expect(queueOf([aWorkload('1', 'Pending', reason)])).toEqual({ total: 0, items: [], reasons: [] });
  });

  it.each<[why: string, state: string, conditions: Record<string, string>, needed: number]>([
    ['in use and ready', 'Active', { Ready: 'True', Drained: 'False' }, 0],
    ['in use and not ready', 'Active', { Ready: 'False', Drained: 'False' }, 1],
    ['under maintenance and drained', 'Maintenance', { Ready: 'False', Drained: 'True' }, 0],
    ['under maintenance and not drained yet', 'Maintenance', { Ready: 'False', Drained: 'False' }, 1],
    ['under maintenance that the operator has not reconciled yet', 'Maintenance', {}, 1],
    ['taken out of use', 'Inactive', { Ready: 'False', Drained: 'True' }, 0],
  ])('counts the nodes that need attention: one %s', (_, state, conditions, needed) => {
    const node = {
      metadata: { name: 'n1' },
      spec: { region: 'east', state, skus: [], resources: { cpu: 8, memory: '8Gi', storage: '8Gi' } },
      status: {
        conditions: Object.entries(conditions).map(([type, status]) => ({
          type,
          status,
          reason: '',
          message: '',
        })),
      },
    } as unknown as ComputeNode;
    expect(troubledNodes([node])).toHaveLength(needed);
  });

  const capacity = {
    type: 'CapacityVerified',
    status: 'False',
    reason: 'LessThanDeclared',
    message: '7 of 8.',
  };
  const lacking = { state: 'Active', ready: 'True', capacity };
  it.each<[why: string, node: typeof lacking, lacks: boolean]>([
    ['whose GPUs are partly missing', lacking, true],
    [
      'with all of its capacity',
      { ...lacking, capacity: { ...capacity, status: 'True', reason: 'Verified' } },
      false,
    ],
    [
      'whose GPUs other pods use',
      { ...lacking, capacity: { ...capacity, reason: 'HeldByOtherPods' } },
      false,
    ],
    ['that is not ready, which is reported already', { ...lacking, ready: 'False' }, false],
    ['under maintenance', { ...lacking, state: 'Maintenance' }, false],
  ])('lists the nodes that lack capacity: one %s', (_, { state, ready, capacity: found }, lacks) => {
    const node = {
      metadata: { name: 'n1' },
      spec: { region: 'east', state, skus: [], resources: { cpu: 8, memory: '8Gi', storage: '8Gi' } },
      status: { conditions: [{ type: 'Ready', status: ready, reason: '', message: '' }, found] },
    } as unknown as ComputeNode;
    const told = { name: 'n1', region: 'east', reason: 'LessThanDeclared', message: '7 of 8.' };
    expect(lackingNodes([node])).toEqual(lacks ? [told] : []);
  });

  it('shows the latest failures first, and counts by status', () => {
    expect(failingOf(owned).items.map(({ name }) => name)).toEqual(['5', '4']);
    expect(countsOf(owned.map(({ workload }) => workload))).toEqual({
      total: 5,
      byStatus: { PENDING: 3, FAILED: 2 },
    });
  });

  it('names the SKUs on sale that are sold out in a region', () => {
    const aSku = (name: string, state: string) =>
      ({
        metadata: { name },
        spec: { state },
        status: {
          availability: [
            { region: 'east', available: 0, level: 'None' },
            { region: 'west', available: 2, level: 'Low' },
          ],
        },
      }) as unknown as SKU;
    expect(soldOutOf([aSku('a100-1', 'Active'), aSku('old', 'Inactive')])).toEqual({
      total: 1,
      items: [{ sku: 'a100-1', region: 'east' }],
    });
  });

  it('never shows more GPUs in use than exist', () => {
    expect(withinTotal({ total: 8, allocated: 10 })).toEqual({ total: 8, allocated: 8 });
  });

  it('names unready offers of every kind, with the reason', () => {
    const object = (name: string, state: string, reason = 'NotPermitted', ready = 'False') =>
      ({
        metadata: { name },
        spec: { state },
        status: { conditions: [{ type: 'Ready', status: ready, reason, message: `${reason}.` }] },
      }) as never;
    const holding = (...objects: readonly unknown[]) => ({ store: { list: () => objects } });
    const items = notReadyOf({
      regions: holding(object('east', 'Active', 'ReferenceMissing'), object('old', 'Inactive')),
      gpus: holding(object('b200', ''), object('a100', '', 'Permitted', 'True')),
      skus: holding(object('b200-1', 'Active'), object('retired', 'Inactive')),
      images: holding(object('ubuntu', 'Enabled', 'ImportFailed'), object('centos', 'Disabled')),
      pricingPolicies: holding(object('cheap', '', 'PriceTooLow')),
    } as unknown as Catalogue);
    expect(items.map(({ area, name, reason }) => `${area}/${name} ${reason}`)).toEqual([
      'regions/east ReferenceMissing',
      'gpus/b200 NotPermitted',
      'skus/b200-1 NotPermitted',
      'vm-images/ubuntu ImportFailed',
      'pricing-policies/cheap PriceTooLow',
    ]);
  });
});
