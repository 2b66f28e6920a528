import { describe, expect, it } from '@jest/globals';
import { faultsPerGpuMonth } from './node-state.ts';
import type { ComputeNode } from './v1alpha1/compute-node.ts';

interface Case {
  faults?: number;
  gpuDays?: number;
  hasGpus?: boolean;
  rate: number | undefined;
}

describe('the faults of a node per GPU-month', () => {
  it.each<[what: string, of: Case]>([
    ['equal its faults with one GPU for 30 days', { faults: 2, gpuDays: 30, rate: 2 }],
    ['decrease with the number of GPUs', { faults: 2, gpuDays: 240, rate: 0.25 }],
    ['increase with a shorter time in service', { faults: 1, gpuDays: 8, rate: 3.75 }],
    ['are zero without faults', { faults: 0, gpuDays: 240, rate: 0 }],
    ['are zero without a reliability status', { rate: 0 }],
    ['are unknown for a node without GPUs', { faults: 2, gpuDays: 0, hasGpus: false, rate: undefined }],
    ['are unknown before the operator has counted GPU days', { faults: 2, rate: undefined }],
  ])('%s', (_, { faults, gpuDays, hasGpus = true, rate }) => {
    const node = {
      spec: { resources: { gpus: hasGpus ? { model: 'a100', count: 8 } : undefined } },
      status: { reliability: faults === undefined ? undefined : { faults, gpuDays } },
    } as unknown as ComputeNode;
    expect(faultsPerGpuMonth(node)).toBe(rate);
  });
});
