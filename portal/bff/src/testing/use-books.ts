import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import { openBooks, type Books } from './books.ts';

/** Opens books before the tests of a file, checks them after each test and closes them after the last. */
export function useBooks(): Books {
  const books = {} as Books;
  beforeAll(async () => {
    Object.assign(books, await openBooks());
  });
  afterEach(async () => {
    expect(await books.violations()).toEqual([]);
  });
  afterAll(() => books.close());
  return books;
}
