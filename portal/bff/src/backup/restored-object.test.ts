import { finalizers, labels, type Workload } from '@gpulease/crds';
import { expect, it } from '@jest/globals';
import { isPartlyRestored, restoredObject, restoredStatus, restoredWorkload } from './restored-object.ts';

const metadata = {
  name: 'box',
  namespace: 'u-ann',
  uid: 'uid-1',
  resourceVersion: '17',
  creationTimestamp: '2026-11-01T00:00:00Z',
  annotations: { note: 'mine' },
  labels: { team: 'vision' },
};
const halt = { reason: 'Maintenance', at: '2026-11-02T00:00:00Z' };

function aWorkload(status: Workload['status'], spec: object = {}): Workload {
  return {
    apiVersion: 'gpulease.dev/v1alpha1',
    kind: 'Workload',
    metadata,
    spec: { sku: 'a100', ...spec },
    status,
  } as unknown as Workload;
}

it('an object keeps its written fields', () => {
  const { name, namespace, labels: own, annotations } = metadata;
  expect(restoredObject(aWorkload({ phase: 'Running' }))).toEqual({
    apiVersion: 'gpulease.dev/v1alpha1',
    kind: 'Workload',
    metadata: { name, namespace, labels: own, annotations },
    spec: { sku: 'a100' },
  });
});

it('a Workload gets the id of its order, even if kubectl created it, and both finalizers, but no freeze', () => {
  const again = restoredWorkload(
    aWorkload({ billing: { orderId: 'order-1' } }, { freeze: { reason: 'abuse' } }),
  );
  expect(again.metadata.labels).toEqual({ team: 'vision', [labels.order]: 'order-1' });
  expect(again.metadata.finalizers).toEqual([finalizers.workload, finalizers.billing]);
  expect(again.spec).toEqual({ sku: 'a100' });
  expect(restoredWorkload(aWorkload({})).metadata.labels).toEqual({ team: 'vision' });
});

it.each<[string, Workload['status'], object | undefined]>([
  ['that was never reconciled', undefined, undefined],
  ['that waits for its first start', { phase: 'Pending', reason: 'Queued' }, undefined],
  [
    'that ran',
    { phase: 'Running', rootDiskClaim: 'claim-1', rootDiskSize: '100Gi', sshPort: 30_022, runs: [] },
    { phase: 'Stopped', rootDiskClaim: 'claim-1', rootDiskSize: '100Gi' },
  ],
  ['that was stopped by the platform', { phase: 'Failed', halt }, { phase: 'Stopped', halt }],
])('the status of a Workload %s keeps what cannot be rebuilt', (_, status, kept) => {
  expect(restoredStatus(aWorkload(status))).toEqual(kept);
});

it.each<[string, object, Workload['status'], boolean]>([
  ['was just created', {}, { phase: 'Pending' }, true],
  ['is the original one', { uid: 'uid-1' }, undefined, false],
  ['has another order', { labels: { [labels.order]: 'order-2' } }, undefined, false],
  ['has its status', {}, { phase: 'Stopped', rootDiskClaim: 'claim-1' }, false],
  ['has been stopped', {}, { phase: 'Stopped', halt }, false],
  ['has run', {}, { runs: [{ id: 'run-1', startedAt: halt.at }] }, false],
])('a Workload that %s', (_, changed, status, half) => {
  const backedUp = aWorkload({ rootDiskClaim: 'claim-1', billing: { orderId: 'order-1' } });
  const there = aWorkload(status);
  const own = { uid: 'uid-2', labels: { [labels.order]: 'order-1' }, ...changed };
  expect(isPartlyRestored({ ...there, metadata: { ...metadata, ...own } }, backedUp)).toBe(half);
});
