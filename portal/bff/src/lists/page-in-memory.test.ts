import { describe, expect, it } from '@jest/globals';
import { matches, meets, pageOf } from './page-in-memory.ts';

const items = [
  { name: 'l40s', cpu: 16, price: '10.5' },
  { name: 'a100', cpu: 32, price: '9.75' },
  { name: 'h100', cpu: 16, price: '30.00' },
];
const sortKeys = { price: ({ price }: { price: string }) => Number(price) };
const names = (sort?: string, page = 1, pageSize = 10) =>
  pageOf(items, { page, pageSize, sort }, { defaultSort: 'name', sortKeys }).items.map(({ name }) => name);

describe('a page of a list in memory', () => {
  it.each([
    ['in the default order', undefined, ['a100', 'h100', 'l40s']],
    ['by name, descending', '-name', ['l40s', 'h100', 'a100']],
    ['by a number, equal ones by name', 'cpu', ['h100', 'l40s', 'a100']],
    ['by a price as a number, not as text', 'price', ['a100', 'l40s', 'h100']],
  ])('is sorted %s', (_, sort, expected) => {
    expect(names(sort)).toEqual(expected);
  });

  it('has its rows and the total', () => {
    const page = pageOf(items, { page: 2, pageSize: 2 }, { defaultSort: 'name' });
    expect(page).toMatchObject({ items: [{ name: 'l40s' }], total: 3, page: 2, pageSize: 2 });
  });

  it('is the whole list for a caller that reads all of it', () => {
    const page = pageOf(items, { page: 1, pageSize: 2, after: [] }, { defaultSort: 'name' });
    expect(page).toMatchObject({ items: [{ name: 'a100' }, { name: 'h100' }, { name: 'l40s' }], next: null });
  });
});

describe('filters', () => {
  it('find text in any of the fields, ignoring case', () => {
    expect(matches('RTX', 'a', 'GeForce rtx 4090')).toBe(true);
    expect(matches('RTX', 'a', null)).toBe(false);
    expect(matches(undefined, 'a')).toBe(true);
  });

  it('match everything when not set', () => {
    expect(meets(undefined, 'active')).toBe(true);
    expect(meets('active', 'inactive')).toBe(false);
  });
});
