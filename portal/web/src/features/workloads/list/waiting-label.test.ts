import {
  fundedReasons,
  orderReasons,
  waitingFundedReasons,
  waitingReasons,
  workloadReasons,
} from '@gpulease/crds';
import { expect, it } from '@jest/globals';
import { admin as en } from '../../../i18n/locales/en/admin.ts';
import { admin as zh } from '../../../i18n/locales/zh/admin.ts';

const toWait = [...Object.values(waitingReasons), ...waitingFundedReasons, orderReasons.placed];
const known = [...toWait, ...Object.values(workloadReasons), ...Object.values(fundedReasons)];

it('has a label for each reason to wait, and no others', () => {
  expect(Object.keys(zh.waiting)).toEqual(expect.arrayContaining(toWait));
  expect(known).toEqual(expect.arrayContaining(Object.keys(zh.waiting)));
});

it.each(Object.entries<string>({ ...zh.waiting }))('%s is short in Chinese: %s', (_, label) => {
  expect(label).toMatch(/\p{Script=Han}|CPU/u);
  expect(label).not.toMatch(/[。，；]/);
  expect(label.length).toBeLessThan(13);
});

it.each(Object.entries<string>({ ...en.waiting }))('%s is short in English: %s', (_, label) => {
  expect(label).toMatch(/^[A-Z][^.]{3,29}$/);
});
