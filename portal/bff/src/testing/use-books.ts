import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import { openBooks, type Books } from './books.ts';

/** Books for all tests of a file, checked after each and closed after the last. They are open once the tests run. */
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
