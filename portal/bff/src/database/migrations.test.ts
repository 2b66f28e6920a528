import { expect, it } from '@jest/globals';
import { readMigrations } from './migrator.ts';

it('numbers each migration once, so that their order is that in which they were written', async () => {
  const numbers = (await readMigrations()).map(({ name }) => /^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1]);
  expect(numbers).not.toContain(undefined);
  expect(numbers).toEqual([...new Set(numbers)]);
});
