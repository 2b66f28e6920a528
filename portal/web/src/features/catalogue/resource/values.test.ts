import { describe, expect, it } from '@jest/globals';
import { skus } from '../kinds/skus.tsx';
import { vmImages } from '../kinds/vm-images.tsx';
import { anAdminImage, anAdminSku } from '../../../testing/samples.ts';
import { bodyOf, valuesOf } from './values.ts';

describe('the values of a form', () => {
  it('come from the object, with the explicit choice of no GPU', () => {
    const values = valuesOf(skus, { ...anAdminSku, gpu: null, gpuNumber: 0 } as typeof anAdminSku);
    expect(values).toMatchObject({ displayName: '训练型 1', description: null, gpu: 'NONE' });
    expect(bodyOf(skus, ['gpu', 'gpuNumber'], { ...values, gpuNumber: 4 })).toEqual({
      gpu: null,
      gpuNumber: 0,
    });
  });

  it('are sent without hidden fields', () => {
    const values = valuesOf(vmImages, anAdminImage);
    const source = { type: 'REGISTRY', url: 'docker://a/b', checksum: 'sha256:', namespace: '1', name: '2' };
    expect(bodyOf(vmImages, ['source'], { ...values, source })).toEqual({
      source: { type: 'REGISTRY', url: 'docker://a/b' },
    });
  });
});
