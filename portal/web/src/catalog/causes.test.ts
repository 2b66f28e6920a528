import { catalogueReasons } from '@gpulease/crds';
import { expect, it } from '@jest/globals';
import { catalogueCause, catalogueCausesInChinese } from './causes.ts';

const reasons = Object.values<string>(catalogueReasons);

it.each(reasons)('%s is told in Chinese, with the words of the cluster as the detail', (reason) => {
  const { text, detail } = catalogueCause(reason, 'In English.', 'zh');
  expect(text).toMatch(/\p{Script=Han}/u);
  expect(detail).toBe('In English.');
});

it('has words in Chinese for nothing else', () => {
  expect(Object.keys(catalogueCausesInChinese).filter((reason) => !reasons.includes(reason))).toEqual([]);
});

it.each([
  ['Maintenance', 'The node is in maintenance.', 'The node is in maintenance.'],
  ['Maintenance', '', 'Maintenance'],
])('%s with “%s” is told in English as “%s”', (reason, message, text) => {
  expect(catalogueCause(reason, message, 'en')).toEqual({ text });
});

it('keeps what it does not know in the words of the cluster', () => {
  expect(catalogueCause('SomethingNew', 'It is new.', 'zh')).toEqual({ text: 'It is new.' });
});
