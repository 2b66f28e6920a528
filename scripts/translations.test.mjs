/** Checks that the operators' Chinese pages match the English ones. */
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';

const docs = fileURLToPath(new URL('../docs', import.meta.url));
const pages = [
  ...['install.md', 'kubevirt.md', 'versions.md'],
  ...['installing', 'operating', 'runbooks'].flatMap((folder) =>
    readdirSync(`${docs}/${folder}`).map((page) => `${folder}/${page}`),
  ),
];

const read = (path) => readFileSync(`${docs}/${path}`, 'utf8');
const block = /^ *```[^]*?^ *```/gm;

/** Removes the notes beside the branches of a tree, after two spaces, which are translated. */
const withoutNotes = (text) => (text.includes('├─') ? text.replace(/(?<=\w) {2,}.*/g, '') : text);

/** Returns the untranslated structure of a page: its command blocks and heading levels. */
function outline(path) {
  const text = read(path);
  return {
    blocks: text.match(block)?.map(withoutNotes),
    levels: text.replace(block, '').match(/^#+(?= )/gm),
  };
}

/** Returns the names in backticks: metrics, values, reasons, commands. A Chinese page may name other Chinese pages. */
function namesIn(path) {
  const prose = read(path).replace(block, '').replaceAll('docs/zh/', 'docs/');
  return [...prose.matchAll(/`([^`\n]+)`/g)].map(([, name]) => name);
}

/** Returns the pages that a page links to, in either language, except its own translation. */
function linkedFrom(path) {
  const links = read(path).matchAll(/(?<=\])(?<!\[(?:English|中文)\])\((?!https?:)([^)\s#]+\.md)/g);
  return [...links].map(([, link]) => posix.join(posix.dirname(path), link).replace(/^zh\//, ''));
}

test("the site's contents list the same pages in both languages, all except those of single alerts", () => {
  const config = read('.vitepress/config.ts');
  const [english, chinese] = config.split('const chinese');
  const linked = (text) =>
    [...text.matchAll(/link: '\/(?:zh\/)?([\w/-]+)'/g)].map(([, link]) => `${link}.md`);
  expect(linked(chinese)).toEqual(linked(english));
  const own = pages.filter((page) => !page.startsWith('runbooks/GPULease'));
  expect(own.filter((page) => !linked(english).includes(page))).toEqual([]);
});

describe.each(pages)('%s in Chinese', (page) => {
  const chinese = `zh/${page}`;

  test('has the heading levels and commands of the English page', () => {
    expect(outline(chinese)).toEqual(outline(page));
  });

  test('has every name in backticks of the English page', () => {
    const names = new Set(namesIn(chinese));
    expect(namesIn(page).filter((name) => !names.has(name))).toEqual([]);
  });

  test('links to all pages that the English page links to, and to the English page', () => {
    const linked = new Set(linkedFrom(chinese));
    expect(linkedFrom(page).filter((link) => !linked.has(link))).toEqual([]);
    expect(read(chinese)).toContain(`[English](${posix.relative(posix.dirname(chinese), page)})`);
  });
});
