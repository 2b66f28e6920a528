import { labels, type Workload } from '@gpulease/crds';
import { expect, it } from '@jest/globals';
import { compareOrders, type BookedOrder } from './compare-orders.ts';

const box: BookedOrder = { id: 'order-1', state: 'ACTIVE', uid: 'old', namespace: 'u-ann', name: 'box' };
const over: BookedOrder = { ...box, state: 'CLOSED' };

function aWorkload(uid: string, order: string, metadata: Partial<Workload['metadata']> = {}): Workload {
  const named = { name: 'box', namespace: 'u-ann', labels: { [labels.order]: order } };
  return { metadata: { ...named, uid, ...metadata } } as Workload;
}

const again = aWorkload('new', 'order-1');

it.each<[string, BookedOrder, Workload[], object]>([
  ['its own Workload', box, [aWorkload('old', 'order-1')], {}],
  ['its Workload, recreated', box, [again], { unbound: [{ order: box, workload: again }] }],
  ['no Workload', box, [], { lost: [box] }],
  ['a Workload of another order', box, [aWorkload('new', 'order-2')], { lost: [box] }],
  ['a Workload with another name', box, [aWorkload('new', 'order-1', { name: 'den' })], { lost: [box] }],
  ['a deleted Workload', box, [aWorkload('new', 'order-1', { deletionTimestamp: 'now' })], { lost: [box] }],
  ['its own Workload and a copy of it', box, [aWorkload('old', 'order-1'), again], {}],
  ['no Workload yet', { ...box, state: 'PLACED', uid: null }, [again], {}],
  ['its own Workload after the term', over, [aWorkload('old', 'order-1')], {}],
  ['no Workload after its end', over, [], {}],
  ['its Workload recreated after its end', over, [again], { over: [again] }],
])('an order with %s', (_, order, workloads, found) => {
  expect(compareOrders([order], workloads)).toEqual({ unbound: [], lost: [], over: [], ...found });
});
