import { causes } from '../status/causes.ts';
import type { Scope } from '../scope.ts';
import type { Decision } from '../status/status.ts';

/** Ends of a start that may lie with the node. */
const REASONS: readonly string[] = [
  causes.unschedulable.reason,
  causes.startDeadlineExceeded.reason,
  causes.crashLoop.reason,
];

/** The start has come to nothing, as it may not on another node: the machine has not run even once since it was placed. */
export function isFailedStart({ workload }: Pick<Scope, 'workload'>, { outcome }: Pick<Decision, 'outcome'>) {
  const { phase, placed, runs = [] } = workload.status ?? {};
  if (phase !== 'Starting' || placed === undefined || outcome === undefined) return false;
  const hasRun = runs.some(({ startedAt }) => Date.parse(startedAt) >= Date.parse(placed.at));
  return !hasRun && REASONS.includes(outcome.reason);
}
