import { fundedReasons, orderReasons, resumableHalts, workloadReasons } from '@gpulease/crds';
import { expect, it } from '@jest/globals';
import { causesInChinese, causeText } from './causes.ts';

const reasons = new Set([
  ...Object.values<string>({ ...workloadReasons, ...resumableHalts }),
  ...Object.values(fundedReasons),
  ...Object.values(orderReasons),
]);

it.each([...reasons])('%s has words in Chinese', (reason) => {
  expect(causeText(reason, 'In English.', 'zh')).toMatch(
    /^[^A-Za-z]*(?:(?:SSH|HTTP|CPU|GPU|Secret|userdata)[^A-Za-z]*)*$/,
  );
});

it('has words in Chinese for nothing else', () => {
  expect(Object.keys(causesInChinese).filter((reason) => !reasons.has(reason))).toEqual([]);
});

it.each([...reasons])('%s is told in the words of the cluster in English', (reason) => {
  expect(causeText(reason, 'In English.', 'en')).toBe('In English.');
});

it('is never blank', () => {
  expect(causeText('SomethingNew', '', 'zh')).toBe('Something new');
  expect(causeText('SomethingNew', '', 'en')).toBe('Something new');
  expect(causeText('SomethingNew', 'It is new.', 'zh')).toBe('It is new.');
});
