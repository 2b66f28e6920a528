import { describe, expect, it } from '@jest/globals';
import { skus } from '../kinds/skus.tsx';
import { vmImages } from '../kinds/vm-images.tsx';
import { anAdminImage, anAdminSku } from '../../../testing/samples.ts';
import { bodyOf, merged, valuesOf } from './values.ts';

describe('the values of a form', () => {
  it('are those of the object, with the deliberate choice of no GPU', () => {
    const values = valuesOf(skus, { ...anAdminSku, gpu: null, gpuNumber: 0 } as typeof anAdminSku);
    expect(values).toMatchObject({ displayName: '训练型 1', description: null, gpu: 'NONE' });
    expect(bodyOf(skus, ['gpu', 'gpuNumber'], { ...values, gpuNumber: 4 })).toEqual({
      gpu: null,
      gpuNumber: 0,
    });
  });

  it('are sent without what is hidden', () => {
    const values = valuesOf(vmImages, anAdminImage);
    const source = { type: 'REGISTRY', url: 'docker://a/b', checksum: 'sha256:', namespace: '1', name: '2' };
    expect(bodyOf(vmImages, ['source'], { ...values, source })).toEqual({
      source: { type: 'REGISTRY', url: 'docker://a/b' },
    });
  });
});

describe('a change made elsewhere', () => {
  const before = { price: '1', tags: ['a'], translations: { en: { name: null } } };

  it.each([
    ['shows where nothing was edited', before, { ...before, price: '2' }, { ...before, price: '2' }],
    [
      'leaves what was edited',
      { ...before, tags: ['a', 'b'] },
      { ...before, price: '2', tags: [] },
      { ...before, price: '2', tags: ['a', 'b'] },
    ],
    [
      'reaches into groups',
      { ...before, translations: { en: { name: 'mine' } } },
      { ...before, price: '2' },
      { ...before, price: '2', translations: { en: { name: 'mine' } } },
    ],
  ])('%s', (_, mine, now, expected) => {
    expect(merged(before, mine, now)).toEqual(expected);
  });
});
