/** What an action on several workloads comes to. Pure. */
import { formatAmount, parseAmount } from '@gpulease/contract/money';
import type { Workload } from '@gpulease/contract/workloads';
import type { PowerAction } from './power-actions.ts';
import { startHold } from '../workload.ts';

export interface BulkPlan {
  /** Those whose state allows it. */
  readonly acted: readonly Workload[];
  /** The others, which are left alone. */
  readonly skipped: readonly Workload[];
  /** Yuan that the starts hold together. */
  readonly hold: string;
  /** Yuan that destroying gives back together; null where none of them has a term that something is given back of. */
  readonly refund: string | null;
  /** How many of those acted on have paid for a term. */
  readonly reserved: number;
}

/** Tells those that the action is done with from those that are left alone, and what it costs. */
export function planOf(action: PowerAction, workloads: readonly Workload[]): BulkPlan {
  const acted = workloads.filter(({ allowedActions }) => allowedActions.includes(action));
  const holds = acted.map(({ startPrice }) => (startPrice === null ? 0n : startHold(startPrice)));
  const refunds = acted.flatMap(({ term }) => term?.refund ?? []);
  return {
    acted,
    skipped: workloads.filter((workload) => !acted.includes(workload)),
    hold: formatAmount(sumOf(holds)),
    refund: refunds.length === 0 ? null : formatAmount(sumOf(refunds.map(parseAmount))),
    reserved: acted.filter(({ pricing }) => pricing.mode === 'RESERVED').length,
  };
}

const sumOf = (amounts: readonly bigint[]) => amounts.reduce((sum, amount) => sum + amount, 0n);
