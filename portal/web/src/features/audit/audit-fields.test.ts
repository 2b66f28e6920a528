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
/** Fields that contain fields. */
const parts: Readonly<Record<string, string>> = {
  translations: 'translations.en.description',
  resources: 'resources.cpu',
  source: 'source.url',
};

describe('the changed fields in the audit log', () => {
  it.each(Object.entries(kinds))('all have a name: %s', (kind, { shape }) => {
    for (const field of Object.keys(shape))
      expect([field, fieldText(`${kind}/a`, parts[field] ?? field)]).not.toContain(undefined);
  });

  it('have the same names as in their form', () => {
    expect(fieldText('gpus/a100', 'memory')).toBe('catalogue.memory');
    expect(fieldText('skus/a100', 'memory')).toBe('catalogue.machineMemory');
    expect(fieldText('skus/a100', 'forgotten')).toBeUndefined();
  });

  it('are empty in old entries, which lack them', () => {
    expect(changedFields(undefined)).toEqual([]);
    expect(changedFields({ price: { from: '12', to: '15' } })).toEqual([['price', { from: '12', to: '15' }]]);
  });
});
