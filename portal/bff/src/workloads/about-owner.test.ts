import { expect, it } from '@jest/globals';
import { ProductError } from '../http/product-error.ts';
import { aboutOwner } from './about-owner.ts';

it('an operator is told that the owner of the machine lacks money, and how much', () => {
  const told = aboutOwner(new ProductError('INSUFFICIENT_FUNDS', { missing: '3.20' }));
  expect(told).toMatchObject({
    code: 'INSUFFICIENT_FUNDS',
    details: { missing: '3.20', reason: 'CUSTOMER_FUNDS' },
  });
});

it.each([new ProductError('REQUEST_FAILED', { reason: 'ILLEGAL_TRANSITION' }), new Error('away')])(
  'an error that is not about the owner is unchanged: %s',
  (error) => {
    expect(aboutOwner(error)).toBe(error);
  },
);
