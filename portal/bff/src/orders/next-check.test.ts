import { describe, expect, it } from '@jest/globals';
import { nextCheckAt } from './next-check.ts';

/** The time `seconds` after an arbitrary moment. */
const at = (seconds: number) => new Date(Date.UTC(2026, 2, 1) + seconds * 1_000);
const HOUR = 3_600;
const DAY = 24 * HOUR;

const nothing = {
  termEnd: null,
  owedSince: null,
  deliveredAt: null,
  rejection: null,
  lowAt: null,
  at: at(0),
};
const onDemand = { ...nothing, mode: 'ON_DEMAND' } as const;
const reserved = { ...nothing, mode: 'RESERVED', termEnd: at(30 * DAY) } as const;

describe('an order is checked again', () => {
  it.each([
    { name: 'halfway to the end of its money', order: { ...onDemand, lowAt: at(HOUR) }, then: HOUR / 2 },
    { name: 'at the next sweep when that end is near', order: { ...onDemand, lowAt: at(20) }, then: 15 },
    { name: 'at the next sweep when that end is reached', order: { ...onDemand, lowAt: at(0) }, then: 15 },
    {
      name: 'before its `fundedUntil` needs renewal, when the money lasts longer',
      order: { ...onDemand, lowAt: at(DAY) },
      then: 10 * HOUR,
    },
    { name: 'at the end of its term', order: { ...reserved, deliveredAt: at(-DAY) }, then: 30 * DAY },
    {
      name: 'when its first run is overdue',
      order: { ...reserved, owedSince: at(-600) },
      then: 1_200,
    },
    {
      name: 'when its first run is overdue, even if the term ends before',
      order: { ...reserved, termEnd: at(60), owedSince: at(-600) },
      then: 1_200,
    },
  ])('$name', ({ order, then }) => {
    expect(nextCheckAt(order)).toEqual(at(then));
  });

  it.each([
    { name: 'nothing is held for it', order: onDemand },
    { name: 'its term was abandoned', order: { ...reserved, rejection: 'NotDelivered' } },
  ])('only after a change while $name', ({ order }) => {
    expect(nextCheckAt(order)).toBeUndefined();
  });
});
