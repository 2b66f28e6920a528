import { expect, it } from '@jest/globals';
import { firstRows } from './first-rows.ts';

const items = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`);
const draw = (drawn: readonly string[], wanted: readonly string[]) =>
  firstRows(drawn, wanted, (item) => item);

it('draws the first ten of many new items, and old ones below them', () => {
  expect(draw(items('old', 20), items('new', 20))).toEqual([
    ...items('new', 10),
    ...items('old', 20).slice(10),
  ]);
});

it('draws no more rows than wanted', () => {
  expect(draw(items('old', 100), items('new', 12))).toEqual([...items('new', 10), 'old10', 'old11']);
});

it('draws ten of many new items if there were fewer before', () => {
  expect(draw(['old'], items('new', 100))).toEqual(items('new', 10));
});

it('draws an item that moves only once', () => {
  const wanted = [...items('new', 11), 'stays'];
  expect(draw([...items('old', 11), 'stays'], wanted)).toEqual([...items('new', 10), 'old10']);
});

it('counts only new items', () => {
  const wanted = ['stays', ...items('new', 11)];
  expect(draw(['stays'], wanted)).toEqual(['stays', ...items('new', 10)]);
});

it('draws everything at once if few items are new', () => {
  const wanted = [...items('new', 10), ...items('old', 90)];
  expect(draw(items('old', 100), wanted)).toBe(wanted);
});
