/** Checks the style of user-visible texts in both languages. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { errorCatalogue, errorReasons } from '../portal/contract/src/errors.ts';
import { validationMessages } from '../portal/contract/src/validation-messages.ts';
import { admin } from '../portal/web/src/i18n/locales/en/admin.ts';
import { en } from '../portal/web/src/i18n/locales/en/index.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file) => readFileSync(`${root}${file}`, 'utf8');

const sources = execFileSync('git', ['ls-files', 'portal', 'local', 'operator', 'docs/generator'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file))
  // WeChat Pay's own words: the columns of its bills.
  .filter((file) => !/wechat-pay\/messages\.ts$|wechat\/bill\.ts$/.test(file));

/** Returns the string literals of a source file, with a placeholder for each interpolated value. */
function literals(file) {
  const found = read(file).matchAll(/'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g);
  return [...found].map(([, quoted, template]) =>
    (quoted ?? template).replace(/\$\{[^{}]*\}/g, '{{value}}').replaceAll('\\n', '\n'),
  );
}

const chinese = sources.flatMap((file) =>
  literals(file)
    .filter((text) => /\p{Script=Han}/u.test(text) && !text.includes('${'))
    .map((text) => `${file}: ${text}`),
);

function strings(texts) {
  return typeof texts === 'string' ? [texts] : Object.values(texts).flatMap(strings);
}

const { terms, ...interfaceTexts } = { ...en, ...admin };
const english = [
  ...strings(interfaceTexts),
  ...[errorCatalogue, errorReasons, validationMessages].flatMap((texts) =>
    Object.values(texts).map((text) => text.en),
  ),
];
/** Verbatim from the specification. */
const specified = [
  'The passwords do not match.',
  'Machine type in use cannot be deleted.',
  'Image in use cannot be deleted.',
];

test.each([
  ['full-width punctuation', /\p{Script=Han}[,:;!?()]|[,:;!?()]\p{Script=Han}/u],
  [
    'a space between Chinese and Latin letters or digits',
    /\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9](?![万亿])\p{Script=Han}/u,
  ],
  ['no space beside full-width punctuation', /[，。：；！？（）、“”] | [，。：；！？（）、“”]/u],
  ['“…” as an ellipsis', /\.\.\.|。。/u],
  ['您', /你/u],
  ['one word per concept', /账户|帐号|帐户|登陆|其它|根磁盘|系统镜像|禁用|包期|预留期|处理器|计费策略/u],
])('Chinese has %s', (_, fault) => {
  expect(chinese.length).toBeGreaterThan(700);
  expect(chinese.filter((text) => fault.test(text.replace(/^[^:]*: /, '')))).toEqual([]);
});

test.each([
  ['contractions', /\b(?:can|do|does|did|is|are|was|were|has|have|could) ?not\b/],
  ['typographic quotation marks and apostrophes', /['"]/],
  ['“…” as an ellipsis', /\.\.\./],
  ['“email”', /e-mail/i],
  ['American spelling', /organis|colour|cancell|licence|centre/i],
  ['plain words', /\b(?:whoever|for good|for want of|at once anew|any more|by itself|goes on|left alone)\b/],
])('English has %s', (_, fault) => {
  expect(english.length).toBeGreaterThan(700);
  expect(english.filter((text) => fault.test(text) && !specified.includes(text))).toEqual([]);
});

test('the terms of service have typographic apostrophes too', () => {
  expect(strings(terms).filter((text) => /['"]/.test(text))).toEqual([]);
});

test('guides, custom resources and chart use plain words', () => {
  const quaint = /\b(?:whoever|hither|lest|unasked|unheeded|bears|heeds?|for want of|for ever)\b/i;
  const files = execFileSync('git', ['ls-files', '*.md', 'charts/gpulease'], {
    cwd: root,
    encoding: 'utf8',
  });
  const lines = files
    .split('\n')
    .filter((file) => file !== '')
    .flatMap((file) =>
      read(file)
        .split('\n')
        .map((line) => `${file}: ${line}`),
    );
  expect(lines.length).toBeGreaterThan(5_000);
  expect(lines.filter((line) => quaint.test(line))).toEqual([]);
});
