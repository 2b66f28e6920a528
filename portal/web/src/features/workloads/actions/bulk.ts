import { formatAmount, parseAmount } from '@gpulease/contract/money';
import type { Workload } from '@gpulease/contract/workloads';
import type { PowerAction } from './power-actions.ts';
import { startHold } from '../workload.ts';

/** Divides workloads into those to act on and those to skip, and computes the amounts. */
export function planOf(action: PowerAction, workloads: readonly Workload[]) {
  const acted = workloads.filter(({ allowedActions }) => allowedActions.includes(action));
  const holds = acted.map(({ startPrice }) => (startPrice === null ? 0n : startHold(startPrice)));
  const refunds = acted.flatMap(({ term }) => term?.refund ?? []);
  return {
    acted,
    skipped: workloads.filter((workload) => !acted.includes(workload)),
    /** Yuan that the starts hold in total. `refund` is what destroying refunds; null without refunds. */
    hold: formatAmount(sumOf(holds)),
    refund: refunds.length === 0 ? null : formatAmount(sumOf(refunds.map(parseAmount))),
    reserved: acted.filter(({ pricing }) => pricing.mode === 'RESERVED').length,
  };
}

const sumOf = (amounts: readonly bigint[]) => amounts.reduce((sum, amount) => sum + amount, 0n);
