import { describe, expect, it } from '@jest/globals';
import type { ComputeNode, GPU, Region, SKU } from '@gpulease/crds';
import { referenceFaults, referencesResolved } from './node-references.ts';

function aComputeNode(gpus: { model: string; count: number } | undefined, ...skus: string[]): ComputeNode {
  return { metadata: { name: 'gpu-1' }, spec: { region: 'east', skus, resources: { gpus } } } as ComputeNode;
}

const models: Record<string, string | undefined> = { 'a100-1': 'a100', 'l40s-1': 'l40s', cpu: undefined };
const catalogue = {
  region: (name: string) => (name === 'east' ? ({} as Region) : undefined),
  gpu: (name: string) => (name === 'a100' ? ({} as GPU) : undefined),
  sku: (name: string) => {
    if (!(name in models)) return undefined;
    return { spec: models[name] === undefined ? {} : { gpu: { model: models[name], count: 1 } } } as SKU;
  },
};
const a100 = { model: 'a100', count: 8 };

describe('the references of a ComputeNode', () => {
  it.each<[name: string, computeNode: ComputeNode, faults: string[]]>([
    ['are complete and consistent', aComputeNode(a100, 'a100-1', 'cpu'), []],
    ['are complete without GPUs', aComputeNode(undefined, 'cpu'), []],
    ['report a missing GPU', aComputeNode({ model: 'b9000', count: 4 }, 'cpu'), ['There is no GPU b9000.']],
    ['report a missing SKU', aComputeNode(a100, 'a100-1', 'a100-9'), ['There is no SKU a100-9.']],
    [
      'report a SKU for another model',
      aComputeNode(a100, 'l40s-1'),
      ['SKU l40s-1 needs GPU l40s, but the node has GPU a100.'],
    ],
    [
      'report a SKU with GPUs on a node without',
      aComputeNode(undefined, 'a100-1'),
      ['SKU a100-1 needs GPU a100, but the node has none.'],
    ],
  ])('%s', (_, computeNode, faults) => {
    expect(referenceFaults(computeNode, catalogue)).toMatchObject(faults.map((message) => ({ message })));
  });

  it('report a missing region', () => {
    const faults = referenceFaults(aComputeNode(a100, 'a100-1'), { ...catalogue, region: () => undefined });
    expect(referencesResolved(faults)).toMatchObject({
      status: 'False',
      reason: 'ReferenceMissing',
      message: 'There is no Region east.',
    });
  });

  it('report a GPU that KubeVirt does not permit', () => {
    const condition = { type: 'Ready', status: 'False', reason: 'NotPermitted', message: 'Permit it.' };
    const gpu = () => ({ status: { conditions: [condition] } }) as GPU;
    const faults = referenceFaults(aComputeNode(a100, 'a100-1'), { ...catalogue, gpu });
    expect(referencesResolved(faults)).toMatchObject({
      status: 'False',
      reason: 'ReferenceNotReady',
      message: 'GPU a100 is not ready: Permit it.',
    });
  });

  it('report a SKU made for another GPU', () => {
    const faults = referenceFaults(aComputeNode(a100, 'l40s-1'), catalogue);
    expect(referencesResolved(faults)).toMatchObject({ status: 'False', reason: 'GPUMismatch' });
  });

  it('report only the first few faults', () => {
    const { message } = referencesResolved(
      ['One.', 'Two.', 'Three.', 'Four.', 'Five.', 'Six.'].map((sentence) => ({
        reason: 'ReferenceMissing',
        message: sentence,
      })),
    );
    expect(message).toBe('One. Two. Three. Four. 2 more references are broken.');
  });
});
