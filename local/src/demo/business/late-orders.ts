/** What customers ordered lately: a term that begins next week, and machines that their balances do not pay for long. */
import { DAY_MS } from '@gpulease/contract/durations';
import { LAST_DAY, type PlannedMachine, type Step } from './plan.ts';

const RESERVED_ON = LAST_DAY - 6;
const BEGINS_IN_DAYS = 7;
const YUAN_FOR_A_TERM = 5_000;

/** Customers whose balance lasts for weeks, but not with such a machine. */
const optimists = ['yuyin-tech', 'pixelforge'];

/** Until the term begins, its machine is Pending. */
export function lateOrders(now: Date): Step[] {
  const term: PlannedMachine = {
    user: 'sjtu-speech',
    name: 'asr-train',
    sku: 'l40s-1',
    mode: 'RESERVED',
    image: 'pytorch-2.9',
    months: 1,
    orderedOn: RESERVED_ON,
    startsAt: new Date(now.getTime() + BEGINS_IN_DAYS * DAY_MS).toISOString(),
  };
  return [
    { day: RESERVED_ON, user: term.user, kind: 'recharge', yuan: YUAN_FOR_A_TERM },
    { day: RESERVED_ON, user: term.user, kind: 'order', machine: term },
    ...optimists.map((user): Step => ({ day: LAST_DAY, user, kind: 'order', machine: largeMachine(user) })),
  ];
}

function largeMachine(user: string): PlannedMachine {
  return {
    user,
    name: 'train-h100',
    sku: 'h100-80g-1',
    mode: 'ON_DEMAND',
    image: 'pytorch-2.9',
    months: 1,
    orderedOn: LAST_DAY,
  };
}
