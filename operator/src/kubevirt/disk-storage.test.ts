import { describe, expect, it } from '@jest/globals';
import { storageSpec } from './disk-storage.ts';

const resources = { requests: { storage: '20Gi' } };

describe('the claim of a disk in a region', () => {
  it('is ReadWriteOnce if disks are local, because CDI does not know most local StorageClasses', () => {
    expect(storageSpec('20Gi', { className: 'standard', locality: 'Node' })).toEqual({
      resources,
      storageClassName: 'standard',
      accessModes: ['ReadWriteOnce'],
    });
  });

  it('is left to CDI when disks are shared', () => {
    expect(storageSpec('20Gi', { locality: 'Shared' })).toEqual({ resources });
  });

  it('uses the modes of the region, whatever the locality', () => {
    const modes = { accessModes: ['ReadWriteMany' as const], volumeMode: 'Block' as const };
    for (const locality of ['Shared', 'Node'] as const)
      expect(storageSpec('20Gi', { locality, ...modes })).toEqual({ resources, ...modes });
  });
});
