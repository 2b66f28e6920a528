import { expect, it } from '@jest/globals';
import { languages } from '@gpulease/contract/enums';
import { admin as enAdmin } from './locales/en/admin.ts';
import { en as enShared } from './locales/en/index.ts';
import { admin as zhAdmin } from './locales/zh/admin.ts';
import { zh as zhShared } from './locales/zh/index.ts';

const en = { ...enShared, ...enAdmin };
const zh = { ...zhShared, ...zhAdmin };

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

/** Removes singulars, which Chinese lacks. */
function withoutSingulars(texts: object): object {
  return JSON.parse(
    JSON.stringify(texts, (_, value: unknown) =>
      typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).filter(([name]) => !name.endsWith('_one')))
        : value,
    ),
  ) as object;
}

it('has two languages, Chinese and English (SPEC-1.20, SPEC-9.5)', () => {
  const han = /\p{Script=Han}/u;
  const texts = (all: object) => JSON.stringify(Object.values(all));
  expect(languages).toEqual(['zh', 'en']);
  expect(texts(zh)).toMatch(han);
  expect(texts({ ...en, language: undefined })).not.toMatch(han);
  expect(zh.common.save).toBe('保存');
  expect(en.common.save).toBe('Save');
});

it('has the same keys in both languages', () => {
  expect(keys(withoutSingulars(en)).sort()).toEqual(keys(zh).sort());
});

it('has the same placeholders in both languages', () => {
  expect(placeholders(withoutSingulars(en))).toEqual(placeholders(zh));
});

it('has a singular for every English plural', () => {
  const plurals = keys(en).filter((key) => key.endsWith('_other'));
  expect(keys(en)).toEqual(expect.arrayContaining(plurals.map((key) => key.replace('_other', '_one'))));
});

it('has no empty text', () => {
  expect(JSON.stringify([zh, en])).not.toContain('""');
});
