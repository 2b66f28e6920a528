import { describe, expect, it } from '@jest/globals';
import { isSubset } from './is-subset.ts';

describe('isSubset', () => {
  it.each<[name: string, actual: unknown, wanted: unknown, expected: boolean]>([
    ['the same', { a: 1, b: ['x'] }, { a: 1, b: ['x'] }, true],
    ['fields added by others', { a: 1, added: true }, { a: 1 }, true],
    [
      'fields added inside list entries',
      { ports: [{ port: 22, nodePort: 30022 }] },
      { ports: [{ port: 22 }] },
      true,
    ],
    ['a field that we leave undefined', { a: 1 }, { a: 1, b: undefined }, true],
    ['a changed value', { a: 2 }, { a: 1 }, false],
    ['a missing value', {}, { a: 1 }, false],
    ['an entry added to our list', { b: ['x', 'y'] }, { b: ['x'] }, false],
    [
      'a label added to a selector',
      { spec: { selector: { a: '1', b: '2' } } },
      { spec: { selector: { a: '1' } } },
      false,
    ],
    ['an object instead of a value', { a: 'x' }, { a: { b: 1 } }, false],
    ['a missing object', undefined, { a: 1 }, false],
    ['an omitted empty list', { a: 1 }, { a: 1, gpus: [] }, true],
    ['an entry in a list that should be empty', { gpus: ['x'] }, { gpus: [] }, false],
  ])('%s', (_, actual, wanted, expected) => {
    expect(isSubset(wanted, actual)).toBe(expected);
  });
});
