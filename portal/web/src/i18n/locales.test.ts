import { expect, it } from '@jest/globals';
import { en } from './locales/en/index.ts';
import { zh } from './locales/zh/index.ts';

function keys(texts: object, prefix = ''): string[] {
  return Object.entries(texts).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null ? keys(value, `${prefix}${name}.`) : [`${prefix}${name}`],
  );
}

function placeholders(texts: object): string[] {
  return (
    JSON.stringify(texts)
      .match(/\{\{\w+\}\}/g)
      ?.sort() ?? []
  );
}

it('has the same keys in both languages', () => {
  expect(keys(en).sort()).toEqual(keys(zh).sort());
});

it('fills in the same values in both languages', () => {
  expect(placeholders(en)).toEqual(placeholders(zh));
});

it('leaves no text empty', () => {
  expect(JSON.stringify([zh, en])).not.toContain('""');
});
