import { expect, it } from '@jest/globals';
import { percentBelow, pricePerHour } from './price-comparison.ts';

const hourly = { price: '1.98', unit: 'HOUR' } as const;

it.each([
  ['a month has 30 days', { price: '1069.00', unit: 'MONTH' }, '1.484722'],
  ['a second', { price: '0.001', unit: 'SECOND' }, '3.60'],
] as const)('converts a price to an hour: %s', (_, price, perHour) => {
  expect(pricePerHour(price)).toBe(perHour);
});

it.each([
  ['a month at a quarter less, rounded down', { price: '1069.00', unit: 'MONTH' }, 25],
  ['half the price', { price: '0.99', unit: 'HOUR' }, 50],
  ['the same price', hourly, 0],
  ['a higher price', { price: '2.97', unit: 'HOUR' }, -50],
] as const)('computes what a price saves: %s', (_, price, percent) => {
  expect(percentBelow(price, hourly)).toBe(percent);
});
