/** A running machine for which an administrator chose another node: it is stopped, and started there. Pure. */
import { phaseOf } from '@gpulease/crds';
import type { Workload, WorkloadPhase } from '@gpulease/crds';
import { causes } from '../causes/causes.ts';
import type { Cause } from '../causes/cause.ts';
import { nodeNotReadySince } from '../machine/lost-node.ts';
import type { Scope } from '../scope.ts';
import { hasStartTimeCome } from '../runs/start-time.ts';
import { mayStart } from './may-run.ts';
import { pausedBy } from './retry.ts';

/** From its decision to move until it asks for a place like any other. */
const MOVING: readonly WorkloadPhase[] = ['Running', 'Stopping', 'Stopped'];

/**
 * Whether it is to leave its node for the chosen one and would start there if it were off. What holds it up and passes by itself
 * is waited for here; why it cannot start there is for `missingOf` and the placer.
 */
export function isToMove(scope: Scope): boolean {
  const { workload } = scope;
  if (!MOVING.includes(phaseOf(workload)) || !isWantedElsewhere(workload) || !mayStart(scope)) return false;
  // Of a machine on a silent node nobody knows when it is off.
  return hasStartTimeCome(scope) && nodeNotReadySince(scope) === undefined && pausedBy(scope) === undefined;
}

function isWantedElsewhere({ metadata, spec, status }: Workload): boolean {
  const wanted = spec.placement?.nodeName;
  if (metadata.deletionTimestamp !== undefined || wanted === undefined) return false;
  return wanted !== status?.placed?.node;
}

/** Why a running machine is stopped now: there is room for it on the chosen node, which is kept for it. */
export function moveOf({ workload, move }: Scope): Cause | undefined {
  return phaseOf(workload) === 'Running' && move !== undefined && 'node' in move ? causes.moving : undefined;
}

/** Why it goes on where it is meanwhile. */
export function moveRefused({ move }: Scope): Cause | undefined {
  if (move === undefined || 'node' in move) return undefined;
  const { message, detail } = move.refusal;
  return { ...causes.moveWaiting, detail: detail === undefined ? message : `${message} ${detail}` };
}
