import { describe, expect, it } from '@jest/globals';
import { unstorablePaths } from './storable-text.ts';

describe('text that cannot be stored', () => {
  it.each([
    ['plain text of any script', { name: '显卡 🎮 a\tb' }, []],
    ['U+0000', { name: 'a\u0000b' }, ['name']],
    ['the first half of a surrogate pair', { name: 'a\ud83c' }, ['name']],
    ['the second half of a surrogate pair', { name: '\udfaeb' }, ['name']],
    ['U+0000 in a list within an object', { form: { keys: ['ok', '\u0000'] } }, ['form.keys.1']],
    ['U+0000 in the name of a field', { form: { 'a\u0000': 1 } }, ['form']],
    ['numbers, null and booleans', { a: 1, b: null, c: true }, []],
  ])('is found in %s', (_, value, paths) => {
    expect(unstorablePaths(value)).toEqual(paths);
  });

  it('is reported with at most 50 paths and short names', () => {
    const long = 'k'.repeat(30_000);
    const paths = unstorablePaths({ [long]: Array.from({ length: 3_500 }, () => '\u0000') });
    expect(paths).toHaveLength(50);
    expect(Math.max(...paths.map(({ length }) => length))).toBeLessThan(110);
  });

  it('is found at any depth', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(30_000)}"\\u0000"${']'.repeat(30_000)}`);
    expect(unstorablePaths(deep)).toHaveLength(1);
  });
});
