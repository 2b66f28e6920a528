import { phaseOf, type WorkloadPhase } from '@gpulease/crds';
import { nodeNotReady } from '../causes/causes.ts';
import { nodeName, nodeNotReadySince } from '../machine/lost-node.ts';
import { isStuck, keptChild, stuckDeadline } from '../machine/leftover.ts';
import type { Scope } from '../scope.ts';
import { startFailure } from '../machine/start.ts';
import type { Cause } from '../causes/cause.ts';

type CauseFinder = (scope: Scope) => Cause | undefined;

const causeFinders: Partial<Record<WorkloadPhase, CauseFinder>> = {
  Pending: stuck,
  Starting: (scope) => silentNode(scope) ?? startFailure(scope),
  Running: silentNode,
  Stopping: stuck,
  // The failure itself explains why the machine of a lost node still exists.
  Failed: (scope) => (nodeNotReadySince(scope) === undefined ? stuck(scope) : undefined),
  Destroying: (scope) => stuck(scope) ?? keptChild(scope),
};

/**
 * Returns what is wrong while the phase stays, long before a deadline ends it. While it lasts, it overrides the reason of
 * the phase.
 */
export function standingFailure(scope: Scope): Cause | undefined {
  return causeFinders[phaseOf(scope.workload)]?.(scope);
}

function silentNode(scope: Scope): Cause | undefined {
  return scope.machine && nodeNotReadySince(scope) && nodeNotReady(nodeName(scope));
}

function stuck(scope: Scope): Cause | undefined {
  return isStuck(scope) ? stuckDeadline(scope)?.cause : undefined;
}
