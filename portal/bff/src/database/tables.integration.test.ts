import { expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { useBooks } from '../testing/use-books.ts';

const books = useBooks();
const run = promisify(execFile);

it('has table types that match the migrations; `npm run generate` updates them', async () => {
  const script = fileURLToPath(new URL('../testing/generate-tables.ts', import.meta.url));
  // In a separate process: Jest cannot load the library's mixture of CommonJS and ES modules.
  const { stdout } = await run(process.execPath, [script, books.ownerUrl]);
  expect(stdout).toBe(await readFile(new URL('tables.ts', import.meta.url), 'utf8'));
});
