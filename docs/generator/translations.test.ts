import { expect, it } from '@jest/globals';
import { inChinese, type Say } from './translations.ts';

const translations = { place: 'table.ts', tables: [{ 'A node.': '节点。' }, { 'A disk.': '磁盘。' }] };
const written =
  (...sentences: string[]) =>
  (say: Say): string =>
    sentences.map(say).join('');

it('a page contains the Chinese sentences', () => {
  expect(inChinese(translations, written('A disk.', 'A node.', 'A disk.'))).toBe('磁盘。节点。磁盘。');
});

it('a sentence without a translation is refused, stating where to add it', () => {
  expect(() => inChinese(translations, written('A disk.', 'A node.', 'A GPU.'))).toThrow(
    'Add the Chinese of these to table.ts:\n  A GPU.',
  );
});

it('the translation of a changed sentence is refused together with the new sentence', () => {
  expect(() => inChinese(translations, written('A disk.', 'A host.'))).toThrow(
    'Add the Chinese of these to table.ts:\n  A host.\nRemove these from table.ts, the code no longer has them:\n  A node.',
  );
});
