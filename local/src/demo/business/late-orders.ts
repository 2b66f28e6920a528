/** Recent orders: a term that begins next week, and machines that will soon exhaust their customers' balances. */
import { DAY_MS } from '@gpulease/contract/durations';
import { LAST_DAY, trainingMachine, type PlannedMachine, type Step } from './plan.ts';

const RESERVED_ON = LAST_DAY - 6;
const BEGINS_IN_DAYS = 7;
const YUAN_FOR_A_TERM = 5_000;

/** Customers whose balance would last for weeks without these machines. */
const optimists = ['yuyin-tech', 'pixelforge'];

/** Returns the recent orders. The machine of the term is Pending until the term begins. */
export function lateOrders(now: Date): Step[] {
  const term: PlannedMachine = {
    ...trainingMachine('sjtu-speech', 'asr-train', 'l40s-1', RESERVED_ON),
    mode: 'RESERVED',
    startsAt: new Date(now.getTime() + BEGINS_IN_DAYS * DAY_MS).toISOString(),
  };
  return [
    { day: RESERVED_ON, user: term.user, kind: 'recharge', yuan: YUAN_FOR_A_TERM },
    { day: RESERVED_ON, user: term.user, kind: 'order', machine: term },
    ...optimists.map((user): Step => ({
      day: LAST_DAY,
      user,
      kind: 'order',
      machine: trainingMachine(user, 'train-h100', 'h100-80g-1'),
    })),
  ];
}
