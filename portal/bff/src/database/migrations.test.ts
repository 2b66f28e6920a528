import { expect, it } from '@jest/globals';
import { readMigrations } from './migrator.ts';

it('gives each migration a unique number, which defines their order', async () => {
  const numbers = (await readMigrations()).map(({ name }) => /^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1]);
  expect(numbers).not.toContain(undefined);
  expect(numbers).toEqual([...new Set(numbers)]);
});
