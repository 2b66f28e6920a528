import { expect, it } from '@jest/globals';
import { balanceAfter } from './balance-after.ts';

it.each([
  ['a credit adds', '10.00', '0.00', '5.5', { balance: '15.50', collected: '0.00' }],
  ['a debit deducts', '10.00', '3.00', '-4.00', { balance: '6.00', collected: '0.00' }],
  ['a credit pays the debt first', '10.00', '3.00', '5.00', { balance: '12.00', collected: '3.00' }],
  ['a small credit pays only the debt', '10.00', '30.00', '5.00', { balance: '10.00', collected: '5.00' }],
  ['a write-off changes nothing', '10.00', '30.00', '0.00', { balance: '10.00', collected: '0.00' }],
  ['empty input has no effect', '10.00', '0.00', '', undefined],
  ['an incomplete amount has no effect', '10.00', '0.00', '-', undefined],
])('%s', (...[, balance, owed, change, effect]) => {
  expect(balanceAfter({ balance, owed }, change)).toEqual(effect);
});
