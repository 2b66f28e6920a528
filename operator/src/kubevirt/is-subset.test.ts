import { describe, expect, it } from '@jest/globals';
import { isSubset } from './is-subset.ts';

describe('isSubset', () => {
  it.each<[name: string, actual: unknown, wanted: unknown, expected: boolean]>([
    ['the same', { a: 1, b: ['x'] }, { a: 1, b: ['x'] }, true],
    ['fields that others added', { a: 1, added: true }, { a: 1 }, true],
    [
      'fields added inside list entries',
      { ports: [{ port: 22, nodePort: 30022 }] },
      { ports: [{ port: 22 }] },
      true,
    ],
    ['a field we do not care for', { a: 1 }, { a: 1, b: undefined }, true],
    ['a changed value', { a: 2 }, { a: 1 }, false],
    ['a missing value', {}, { a: 1 }, false],
    ['an entry that somebody added to our list', { b: ['x', 'y'] }, { b: ['x'] }, false],
    [
      'a label that somebody added to a selector',
      { spec: { selector: { a: '1', b: '2' } } },
      { spec: { selector: { a: '1' } } },
      false,
    ],
    ['an object where a value was', { a: 'x' }, { a: { b: 1 } }, false],
    ['nothing at all', undefined, { a: 1 }, false],
    ['an empty list that was left out', { a: 1 }, { a: 1, gpus: [] }, true],
    ['an entry where there should be none', { gpus: ['x'] }, { gpus: [] }, false],
  ])('%s', (_, actual, wanted, expected) => {
    expect(isSubset(wanted, actual)).toBe(expected);
  });
});
