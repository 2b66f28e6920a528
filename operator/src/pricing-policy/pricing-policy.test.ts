import { describe, expect, it } from '@jest/globals';
import type { PricingPolicySpec } from '@gpulease/crds';
import { priceReadiness } from './status.ts';

describe('a pricing policy', () => {
  it.each<[PricingPolicySpec['mode'], string, PricingPolicySpec['unit'], string]>([
    ['OnDemand', '0.005', 'Hour', 'SKUs can be ordered with it.'],
    ['OnDemand', '0.004999', 'Hour', 'An hour at this price rounds to 0.00 yuan; raise spec.price.'],
    ['Spot', '0.000002', 'Second', 'SKUs can be ordered with it.'],
    ['Spot', '0.000001', 'Second', 'An hour at this price rounds to 0.00 yuan; raise spec.price.'],
    ['OnDemand', '0.000001', 'Year', 'An hour at this price rounds to 0.00 yuan; raise spec.price.'],
    ['Reserved', '0.01', 'Year', 'SKUs can be ordered with it.'],
    [
      'Reserved',
      '0.000001',
      'Year',
      'A term of one year at this price rounds to 0.00 yuan; raise spec.price.',
    ],
  ])('%s at %s by the %s: %s', (mode, price, unit, message) => {
    const isReady = message.startsWith('SKUs');
    expect(priceReadiness({ mode, price, unit, currency: 'CNY' })).toEqual({
      type: 'Ready',
      status: isReady ? 'True' : 'False',
      reason: isReady ? 'Ready' : 'PriceTooLow',
      message,
    });
  });
});
