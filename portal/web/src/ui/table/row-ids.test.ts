import { expect, it } from '@jest/globals';
import { nextRowIds } from './row-ids.ts';

const before = new Map([
  ['one', 0],
  ['two', 1],
]);
const rows = (keys: readonly string[]) => [...nextRowIds(before, keys)];

it('keeps the row of an item that stays and gives a new item a new row', () => {
  expect(rows(['new', 'one', 'two'])).toEqual([
    ['new', 2],
    ['one', 0],
    ['two', 1],
  ]);
});

it('reuses the row of a removed item for the new one in its place', () => {
  expect(rows(['new', 'two'])).toEqual([
    ['new', 0],
    ['two', 1],
  ]);
});

it('reuses the rows if no item stays', () => {
  expect(rows(['three', 'four', 'five'])).toEqual([
    ['three', 0],
    ['four', 1],
    ['five', 4],
  ]);
});

it('has a row for each of the first items', () => {
  expect([...nextRowIds(new Map(), ['one', 'two']).values()]).toEqual([0, 1]);
});
