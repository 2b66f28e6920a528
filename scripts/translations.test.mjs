/** The Chinese pages for operators follow the English ones. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

const docs = fileURLToPath(new URL('../docs', import.meta.url));
const translated = [
  'install.md',
  ...['operating', 'runbooks'].flatMap((folder) =>
    readdirSync(`${docs}/zh/${folder}`).map((page) => `${folder}/${page}`),
  ),
];

/** What a page has whatever its language: its blocks of commands, and the levels of its headings. */
function outline(path) {
  const text = readFileSync(`${docs}/${path}`, 'utf8');
  const block = /^ *```[^]*?^ *```/gm;
  return { blocks: text.match(block), levels: text.replace(block, '').match(/^#+(?= )/gm) };
}

test.each(translated)('%s has the headings and the commands of the English page', (page) => {
  expect(outline(`zh/${page}`)).toEqual(outline(page));
});
