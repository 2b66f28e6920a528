import { describe, expect, it } from '@jest/globals';
import type { Tenant, Workload, WorkloadStatus } from '@gpulease/crds';
import { exceededStorage, storageClaimedBy, storageHeldBy } from './storage-quota.ts';

const GiB = 2 ** 30;

interface Change {
  disk?: string;
  powerState?: 'Running' | 'Stopped';
  isFunded?: boolean;
  isDeleting?: boolean;
  status?: WorkloadStatus;
}

/** Returns a workload that is older the earlier its name is in the alphabet. */
function aWorkload(name: string, change: Change = {}): Workload {
  const { disk = '400Gi', powerState = 'Running', isFunded = true, isDeleting = false, status } = change;
  const funded = {
    ...{ type: 'Funded', status: 'True' as const, reason: 'OrderAccepted', message: '' },
    lastTransitionTime: '2026-01-01T00:00:00Z',
  };
  return {
    metadata: {
      name,
      uid: name,
      creationTimestamp: '2026-01-01T00:00:00Z',
      ...(isDeleting ? { deletionTimestamp: '2026-01-02T00:00:00Z' } : {}),
    },
    spec: { rootDiskSize: disk, powerState },
    status: { ...status, conditions: isFunded ? [funded] : [] },
  } as Workload;
}

/** Returns a stopped workload whose disk was created with `size`. */
function withDisk(name: string, size: string, change: Change = {}): Workload {
  const status = { phase: 'Stopped' as const, virtualMachine: name, rootDiskSize: size };
  return aWorkload(name, { disk: size, powerState: 'Stopped', ...change, status });
}

const tenant = (storage?: string) => ({ spec: { quota: { storage } } }) as Tenant;

describe('the quota of disk space', () => {
  const old = withDisk('a', '600Gi');
  const fresh = aWorkload('f');

  it.each<[name: string, workload: Workload, others: Workload[], used: number | undefined]>([
    ['has room for a disk that fits', fresh, [withDisk('a', '624Gi')], undefined],
    ['counts the disks of stopped machines', fresh, [withDisk('a', '625Gi')], 625],
    ['counts existing disks of younger machines, too', fresh, [withDisk('z', '625Gi')], 625],
    ['serves older orders first', fresh, [aWorkload('b', { disk: '800Gi' })], 800],
    ['does not reserve space for a younger one', fresh, [aWorkload('z', { disk: '800Gi' })], undefined],
    [
      'skips disks that do not fit anyway',
      fresh,
      [aWorkload('b', { disk: '2Ti' }), aWorkload('c', { disk: '1Ti' })],
      1024,
    ],
    ['does not wait for a disk that never fits', fresh, [aWorkload('b', { disk: '2Ti' })], undefined],
    [
      'reserves no space for one that is not paid for',
      fresh,
      [aWorkload('b', { disk: '800Gi', isFunded: false })],
      undefined,
    ],
    [
      'reserves no space for one that is switched off',
      fresh,
      [aWorkload('b', { disk: '800Gi', powerState: 'Stopped' })],
      undefined,
    ],
    [
      'reserves no space for one that is being destroyed',
      fresh,
      [aWorkload('b', { disk: '800Gi', isDeleting: true })],
      undefined,
    ],
    ['keeps existing disks when lowered', withDisk('a', '2Ti'), [], undefined],
    ['counts only the growth of a disk', withDisk('a', '600Gi', { disk: '1Ti' }), [], undefined],
    ['refuses growth beyond it', withDisk('a', '600Gi', { disk: '1025Gi' }), [], 600],
    ['refuses growth for which others leave no room', withDisk('g', '100Gi', { disk: '500Gi' }), [old], 700],
  ])('%s', (_, workload, others, used) => {
    const excess = exceededStorage(workload, tenant('1Ti'), () => [...others, workload]);
    expect(excess && excess.used / GiB).toBe(used);
  });

  it('reports how much more is wanted', () => {
    expect(exceededStorage(fresh, tenant('100Gi'), () => [fresh])).toEqual({
      ...{ quota: 100 * GiB, used: 0, wanted: 400 * GiB },
    });
  });

  it('applies only to a tenant that has one', () => {
    expect(exceededStorage(fresh, tenant(), () => [old, fresh])).toBeUndefined();
    expect(exceededStorage(fresh, undefined, () => [old, fresh])).toBeUndefined();
  });

  it('counts no more than the price includes', () => {
    const resources = { cpu: 1, memory: '1Gi', disk: '500Gi' };
    const greedy = aWorkload('g', { disk: '2Ti', status: { resources } });
    expect(exceededStorage(greedy, tenant('1Ti'), () => [greedy])).toBeUndefined();
  });
});

describe('the disk space held and claimed by a workload', () => {
  it.each<[name: string, workload: Workload, held: number, claimed: number]>([
    ['that waits for its place', aWorkload('a'), 0, 400],
    ['that is not paid for', aWorkload('a', { isFunded: false }), 0, 0],
    ['stopped', withDisk('a', '300Gi'), 300, 300],
    ['with a disk that will grow', withDisk('a', '300Gi', { disk: '500Gi' }), 300, 500],
    ['being destroyed, with its disk', withDisk('a', '300Gi', { isDeleting: true }), 300, 300],
    ['destroyed but not yet settled', aWorkload('a', { status: { phase: 'Destroyed' } }), 0, 0],
  ])('%s', (_, workload, held, claimed) => {
    expect([storageHeldBy(workload) / GiB, storageClaimedBy(workload) / GiB]).toEqual([held, claimed]);
  });
});
