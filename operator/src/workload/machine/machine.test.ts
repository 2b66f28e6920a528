import { describe, expect, it } from '@jest/globals';
import type { WorkloadStatus } from '@gpulease/crds';
import { aScope, aWorkload, minutesAgo } from '../../testing/scope.ts';
import { machineOf } from './machine.ts';

const placed = { node: 'gpu-1', at: minutesAgo(5) };
const ordered = { cpu: 4, memory: '16Gi', disk: '100Gi' };
const gpu = { model: 'a100', deviceName: 'nvidia.com/A100_OF_BEFORE', count: 2 };

function gpusOf(resources: WorkloadStatus['resources'], changes: Parameters<typeof aScope>[1] = {}) {
  return machineOf(aScope(aWorkload({}, { placed, resources }), changes))?.gpu;
}

describe('the GPUs of a machine', () => {
  it('are as many as were ordered, under the name that their device has now', () => {
    expect(gpusOf({ ...ordered, gpu })).toEqual({ deviceName: 'nvidia.com/A100', count: 2 });
  });

  it('keep the name of their order where the catalogue has none any more', () => {
    expect(gpusOf({ ...ordered, gpu }, { gpu: undefined })).toEqual({
      deviceName: 'nvidia.com/A100_OF_BEFORE',
      count: 2,
    });
  });

  it('are none where none were ordered, though the SKU has some by now', () => {
    expect(gpusOf(ordered)).toBeUndefined();
  });
});
