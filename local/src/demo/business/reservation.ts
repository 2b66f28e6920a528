/** A term that was ordered last week and begins next week: its machine is Pending until then. */
import { LAST_DAY, type Step } from './plan.ts';

const DAY_MS = 24 * 3_600_000;
const ORDERED_ON = LAST_DAY - 6;
const BEGINS_IN_DAYS = 7;
const YUAN = 5_000;

/** The customer's recharge and order. */
export function reservation(now: Date): Step[] {
  const machine = {
    user: 'sjtu-speech',
    name: 'asr-train',
    sku: 'l40s-1',
    mode: 'RESERVED',
    image: 'pytorch-2.9',
    months: 1,
    orderedOn: ORDERED_ON,
    startsAt: new Date(now.getTime() + BEGINS_IN_DAYS * DAY_MS).toISOString(),
  } as const;
  const { user, orderedOn: day } = machine;
  return [
    { day, user, kind: 'recharge', yuan: YUAN },
    { day, user, kind: 'order', machine },
  ];
}
