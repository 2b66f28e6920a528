import * as editing from '@gpulease/contract/catalogue-editing';
import { describe, expect, it } from '@jest/globals';
import { changedFields, fieldText } from './audit-fields.ts';

const kinds = {
  regions: editing.regionChange,
  nodes: editing.nodeChange,
  gpus: editing.gpuChange,
  skus: editing.skuChange,
  'vm-images': editing.imageChange,
  'pricing-policies': editing.pricingPolicyChange,
};
/** Fields that have fields. */
const parts: Readonly<Record<string, string>> = {
  translations: 'translations.en.description',
  resources: 'resources.cpu',
  source: 'source.url',
};

describe('the fields that the audit says were changed', () => {
  it.each(Object.entries(kinds))('all have a name: %s', (kind, { shape }) => {
    for (const field of Object.keys(shape))
      expect([field, fieldText(`${kind}/a`, parts[field] ?? field)]).not.toContain(undefined);
  });

  it('are called as their form calls them', () => {
    expect(fieldText('gpus/a100', 'memory')).toBe('catalogue.memory');
    expect(fieldText('skus/a100', 'memory')).toBe('catalogue.machineMemory');
    expect(fieldText('skus/a100', 'forgotten')).toBeUndefined();
  });

  it('are none in entries from before there were any', () => {
    expect(changedFields(undefined)).toEqual([]);
    expect(changedFields({ price: { from: '12', to: '15' } })).toEqual([
      { field: 'price', from: '12', to: '15' },
    ]);
  });
});
