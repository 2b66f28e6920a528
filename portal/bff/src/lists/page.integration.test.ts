import { MOST_COUNTED } from '@gpulease/contract/endpoints';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { listAuditEntries } from '../audit/list.ts';
import { openBooks, type Books } from '../testing/books.ts';

let books: Books;
beforeAll(async () => {
  books = await openBooks();
  await books.pool.query(
    `INSERT INTO audit_entry (at, actor, action, subject, outcome, address, request_id, details)
     SELECT now(), CASE WHEN n <= 3 THEN 'few' ELSE 'many' END, 'LOGIN', 's', 'SUCCESS', '', '', '{}'
     FROM generate_series(1, $1::int) AS n`,
    [MOST_COUNTED + 50],
  );
});
afterAll(() => books.close());

it('counts the rows of a list up to a maximum', async () => {
  const paging = { page: 1, pageSize: 2 };
  const all = await listAuditEntries(books.database, paging);
  expect([all.total, all.items.length]).toEqual([MOST_COUNTED + 1, 2]);
  expect((await listAuditEntries(books.database, { ...paging, search: 'few' })).total).toBe(3);
});
