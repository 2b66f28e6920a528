import { describe, expect, it } from '@jest/globals';
import { merged } from './merge.ts';

describe('a change made elsewhere', () => {
  const before = { price: '1', tags: ['a'], translations: { en: { name: null } } };

  it.each([
    ['replaces fields without edits', before, { ...before, price: '2' }, { ...before, price: '2' }],
    [
      'keeps edited fields',
      { ...before, tags: ['a', 'b'] },
      { ...before, price: '2', tags: [] },
      { ...before, price: '2', tags: ['a', 'b'] },
    ],
    [
      'merges nested fields',
      { ...before, translations: { en: { name: 'mine' } } },
      { ...before, price: '2' },
      { ...before, price: '2', translations: { en: { name: 'mine' } } },
    ],
  ])('%s', (_, mine, now, expected) => {
    expect(merged(before, mine, now)).toEqual(expected);
  });
});
