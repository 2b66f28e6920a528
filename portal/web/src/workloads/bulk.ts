/** What an action on several workloads comes to. Pure. */
import { formatAmount } from '@gpulease/contract/money';
import type { Workload } from '@gpulease/contract/workloads';
import type { PowerAction } from './power-actions.ts';
import { startHold } from './start-hold.ts';

export interface BulkPlan {
  /** Those whose state allows it. */
  readonly acted: readonly Workload[];
  /** The others, which are left alone. */
  readonly skipped: readonly Workload[];
  /** Yuan that the starts hold together. */
  readonly hold: string;
  /** How many of those acted on have paid for a term. */
  readonly reserved: number;
}

/** Tells those that the action is done with from those that are left alone, and what it costs. */
export function planOf(action: PowerAction, workloads: readonly Workload[]): BulkPlan {
  const acted = workloads.filter(({ allowedActions }) => allowedActions.includes(action));
  const holds = acted.map(({ startPrice }) => (startPrice === null ? 0n : startHold(startPrice)));
  return {
    acted,
    skipped: workloads.filter((workload) => !acted.includes(workload)),
    hold: formatAmount(holds.reduce((sum, hold) => sum + hold, 0n)),
    reserved: acted.filter(({ pricing }) => pricing.mode === 'RESERVED').length,
  };
}
