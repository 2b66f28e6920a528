import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import { useBooks } from '../testing/use-books.ts';

const books = useBooks();
const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** Returns the SQL statements of a document, from code blocks that may be indented. */
const statementsIn = (text: string): string[] =>
  [...text.matchAll(/^ *```sql\n([^`]*?)^ *```/gm)].flatMap(([, block = '']) =>
    block
      .split(';')
      .map((statement) => statement.trim())
      .filter((statement) => statement !== ''),
  );

const asked = globSync('docs/runbooks/*.md', { cwd: root }).flatMap((page) =>
  statementsIn(readFileSync(root + page, 'utf8')).map((statement) => ({ page, statement })),
);

it('runbooks contain only queries that the application role can run', async () => {
  expect(asked.length).toBeGreaterThan(10);
  const refused = await Promise.all(
    asked.map(({ page, statement }) =>
      books.pool.query(statement).then(
        () => [],
        (error: unknown) => [`${page}: ${String(error)}: ${statement}`],
      ),
    ),
  );
  expect(refused.flat()).toEqual([]);
});
