/** The Chinese pages for operators follow the English ones. */
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

/** Of a tree its branches: what stands beside them, after two spaces, is in the language of the page. */
const withoutNotes = (text) => (text.includes('├─') ? text.replace(/(?<=\w) {2,}.*/g, '') : text);

/** What a page has whatever its language: its blocks of commands, and the levels of its headings. */
function outline(path) {
  const text = read(path);
  return {
    blocks: text.match(block)?.map(withoutNotes),
    levels: text.replace(block, '').match(/^#+(?= )/gm),
  };
}

/** What a page names in backticks: metrics, values, reasons, commands. A Chinese page may lead to another in Chinese. */
function namesIn(path) {
  const prose = read(path).replace(block, '').replaceAll('docs/zh/', 'docs/');
  return [...prose.matchAll(/`([^`\n]+)`/g)].map(([, name]) => name);
}

/** The pages that a page leads to, in either language, but for itself in the other one. */
function linkedFrom(path) {
  const links = read(path).matchAll(/(?<=\])(?<!\[(?:English|中文)\])\((?!https?:)([^)\s#]+\.md)/g);
  return [...links].map(([, link]) => posix.join(posix.dirname(path), link).replace(/^zh\//, ''));
}

test('the contents of the site name the same pages in both languages, and all but those of single alerts', () => {
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

  test('has the headings and the commands of the English page', () => {
    expect(outline(chinese)).toEqual(outline(page));
  });

  test('names all that the English page does', () => {
    const names = new Set(namesIn(chinese));
    expect(namesIn(page).filter((name) => !names.has(name))).toEqual([]);
  });

  test('leads to all pages that the English page does, and to that itself', () => {
    const linked = new Set(linkedFrom(chinese));
    expect(linkedFrom(page).filter((link) => !linked.has(link))).toEqual([]);
    expect(read(chinese)).toContain(`[English](${posix.relative(posix.dirname(chinese), page)})`);
  });
});
