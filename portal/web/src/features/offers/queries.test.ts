import { describe, expect, it } from '@jest/globals';
import { aSku } from '../../testing/samples.ts';
import { inLanguage } from './queries.ts';

describe('an entry of the catalogue', () => {
  const sku = {
    ...aSku,
    displayName: '通用型 16 核',
    description: '适合开发。',
    translations: { en: { displayName: 'General purpose, 16 cores' } },
  };

  it('is unchanged in Chinese', () => {
    expect(inLanguage(sku, 'zh')).toBe(sku);
  });

  it('has its English texts where it is translated', () => {
    expect(inLanguage(sku, 'en')).toMatchObject({
      name: sku.name,
      displayName: 'General purpose, 16 cores',
      description: '适合开发。',
    });
    expect(inLanguage({ ...sku, translations: {} }, 'en').displayName).toBe('通用型 16 核');
  });
});
