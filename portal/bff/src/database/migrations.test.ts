import { expect, it } from '@jest/globals';
import { readMigrations } from './migrator.ts';

/** Several of each of these were there before numbers were looked at; what is applied keeps its name. */
const USED_AGAIN = ['0007', '0008'];

it('numbers each migration once, so that their order is that in which they were written', async () => {
  const numbers = (await readMigrations()).map(({ name }) => /^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1]);
  const later = numbers.filter((number) => number === undefined || !USED_AGAIN.includes(number));
  expect(later).not.toContain(undefined);
  expect(later).toEqual([...new Set(later)]);
});
