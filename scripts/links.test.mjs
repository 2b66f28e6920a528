/** Checks that links between documents have a target. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

const root = fileURLToPath(new URL('..', import.meta.url));
const listed = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' });
const documents = listed.split('\n').filter((file) => file !== '');
const read = (file) => readFileSync(join(root, file), 'utf8');

/** Removes code blocks and inline code. */
const prose = (text) => text.replace(/^ *```[^]*?^ *```/gm, '').replace(/`[^`\n]*`/g, '');

/** Returns the anchors of the headings, as GitHub and GitLab name them. */
function anchors(text) {
  const headings = [...text.replace(/^ *```[^]*?^ *```/gm, '').matchAll(/^#+ (.*)$/gm)];
  return headings.map(([, heading]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** Returns the dead relative links of a document. */
function deadLinks(file, text) {
  const links = [...prose(text).matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].map(([, link]) => link);
  return links.filter((link) => {
    const [path, anchor] = link.split('#');
    const target = path === '' ? file : join(dirname(file), path);
    if (!existsSync(join(root, target))) return true;
    return anchor !== undefined && !anchors(target === file ? text : read(target)).includes(anchor);
  });
}

test('finds links to missing files and headings', () => {
  const text =
    '# A first: heading\n[a](#a-first-heading) [b](#none) [c](none.md) [d](../README.md#none) `[e](e)`';
  expect(deadLinks('docs/install.md', text)).toEqual(['#none', 'none.md', '../README.md#none']);
});

test.each(documents)('all relative links of %s have a target', (file) => {
  expect(deadLinks(file, read(file))).toEqual([]);
});
