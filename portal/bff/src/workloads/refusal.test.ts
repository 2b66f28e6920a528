import { describe, expect, it } from '@jest/globals';
import { invalidFields, ProductError } from '../http/product-error.ts';
import { refusalSentence } from './refusal.ts';

describe('the sentence of a refusal', () => {
  it.each([
    [
      'names the field that cannot be had',
      invalidFields({ sku: 'notOffered' }),
      'sku: This is not offered at present.',
    ],
    [
      'says how much money is missing',
      new ProductError('INSUFFICIENT_FUNDS', { missing: '12.40' }),
      'Your balance is not sufficient. Please recharge first. 12.40 yuan are missing.',
    ],
    [
      'says the reason where there is one',
      new ProductError('REQUEST_FAILED', { reason: 'QUOTA' }),
      'Your quota is used up.',
    ],
  ])('%s', (_, error, expected) => {
    expect(refusalSentence(error)).toBe(expected);
  });
});
