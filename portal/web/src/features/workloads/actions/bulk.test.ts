import { describe, expect, it } from '@jest/globals';
import type { Workload } from '@gpulease/contract/workloads';
import { aWorkload } from '../../../testing/samples.ts';
import { planOf } from './bulk.ts';

const machine = (name: string, change: Partial<Workload> = {}): Workload => ({
  ...aWorkload,
  name,
  ...change,
});
const stopped = (name: string, price: string): Workload =>
  machine(name, { allowedActions: ['start', 'destroy'], startPrice: { price, unit: 'HOUR' } });
const reserved = machine('term', {
  allowedActions: ['start', 'destroy'],
  pricing: { ...aWorkload.pricing, mode: 'RESERVED' },
});

describe('an action on several workloads', () => {
  it('skips workloads whose state does not allow it', () => {
    const plan = planOf('start', [stopped('off', '7.20'), machine('on')]);
    expect(plan.acted.map(({ name }) => name)).toEqual(['off']);
    expect(plan.skipped.map(({ name }) => name)).toEqual(['on']);
  });

  it('holds one hour for each start, and nothing for a paid term', () => {
    const plan = planOf('start', [stopped('a', '7.20'), stopped('b', '0.80'), reserved]);
    expect(plan).toMatchObject({ hold: '8.00', reserved: 1 });
  });

  it('sums up the refunds of all terms, if there are any', () => {
    const termOf = (refund: string | null): Partial<Workload> => ({
      term: {
        ...{ start: aWorkload.createdAt, end: aWorkload.createdAt, lateSeconds: 0 },
        ...{ charge: '100.00', credited: '0.00', refund },
      },
    });
    const [left, more, over] = [termOf('72.00'), termOf('0.10'), termOf(null)];
    expect(planOf('destroy', [machine('a', left), machine('b', more)]).refund).toBe('72.10');
    expect(planOf('destroy', [machine('a'), machine('b', over)]).refund).toBeNull();
  });

  it('holds at least one fen for each', () => {
    expect(planOf('start', [stopped('a', '0.000001')]).hold).toBe('0.01');
  });
});
