import { describe, expect, it } from '@jest/globals';
import { clusterIsCurrent, onceSynced, STALE_MS } from './cluster-readiness.ts';

const copy = (disconnectedMs: number, synced = Promise.resolve()) => ({ disconnectedMs, synced });

describe('the copies of the cluster', () => {
  it('are current while all are connected, and for a minute after one disconnects', async () => {
    await expect(clusterIsCurrent([copy(0), copy(STALE_MS)])).resolves.toBeUndefined();
  });

  it('are not current once one is disconnected for longer', async () => {
    await expect(clusterIsCurrent([copy(0), copy(73_400)])).rejects.toThrow('for 73 seconds');
  });

  it('are not current before all are synced', async () => {
    const incomplete = clusterIsCurrent([copy(0), copy(0, Promise.reject(new Error('stopped')))]);
    await expect(incomplete).rejects.toThrow('stopped');
  });
});

describe('an answer from the copies', () => {
  it('is refused as unavailable until all of them are synced', async () => {
    const skus = { hasSynced: true };
    const workloads = { hasSynced: false };
    const handlers = onceSynced({ listSkus: () => Promise.resolve('all') }, [skus, workloads]);
    await expect(handlers.listSkus()).rejects.toMatchObject({ code: 'SERVER_ERROR', status: 503 });
    workloads.hasSynced = true;
    await expect(handlers.listSkus()).resolves.toBe('all');
  });
});
