/**
 * A running machine that leaves its node: for the one that an administrator chose, or before the planned maintenance, as its owner
 * asked. It is stopped, and started there. Pure.
 */
import { MINUTE_MS, dateOf } from '@gpulease/kube';
import { phaseOf, workloadReasons, type Workload, type WorkloadPhase } from '@gpulease/crds';
import { causes } from '../causes/causes.ts';
import type { Cause } from '../causes/cause.ts';
import { nodeNotReadySince } from '../machine/lost-node.ts';
import type { Scope } from '../scope.ts';
import { hasStartTimeCome } from '../runs/start-time.ts';
import { announcedMaintenance } from './maintenance.ts';
import { mayStart } from './may-run.ts';
import { pausedBy } from './retry.ts';

/** From its decision to move until it asks for a place like any other. */
const MOVING: readonly WorkloadPhase[] = ['Running', 'Stopping', 'Stopped'];

/** For so long an owner's request finds room or lapses: nobody expects the stop any more afterwards. */
const REQUEST_MS = 5 * MINUTE_MS;

/**
 * Whether it is to leave its node for another and would start there if it were off. What holds it up and passes by itself
 * is waited for here; why it cannot start there is for `missingOf` and the placer.
 */
export function isToMove(scope: Scope): boolean {
  const { workload } = scope;
  if (!MOVING.includes(phaseOf(workload)) || !isWantedElsewhere(scope) || !mayStart(scope)) return false;
  // Of a machine on a silent node nobody knows when it is off.
  return hasStartTimeCome(scope) && nodeNotReadySince(scope) === undefined && pausedBy(scope) === undefined;
}

function isWantedElsewhere(scope: Scope): boolean {
  const { metadata, spec, status } = scope.workload;
  if (metadata.deletionTimestamp !== undefined) return false;
  const wanted = spec.placement?.nodeName;
  return wanted === undefined ? isLeaving(scope) : wanted !== status?.placed?.node;
}

/** Its owner has asked to leave before the maintenance, or it was stopped for that. */
function isLeaving(scope: Scope): boolean {
  const { workload } = scope;
  return phaseOf(workload) === 'Running' ? isAskedToLeave(scope) : isBetweenNodes(workload);
}

/** Asked since the maintenance was announced and the machine was placed there, and a short time ago. */
function isAskedToLeave(scope: Scope): boolean {
  const { workload, now } = scope;
  const askedAt = dateOf(workload.spec.moveRequestedAt);
  const { placed } = workload.status ?? {};
  const announcedAt = announcedMaintenance(scope, placed)?.announcedAt;
  if (askedAt === undefined || placed === undefined || announcedAt === undefined) return false;
  const isNew = askedAt >= new Date(placed.at) && askedAt >= new Date(announcedAt);
  return isNew && askedAt <= now && now.getTime() < askedAt.getTime() + REQUEST_MS;
}

function isBetweenNodes({ status }: Workload): boolean {
  return status?.runs?.at(-1)?.endReason === workloadReasons.maintenanceMove;
}

/** The node that will not do: the one that it leaves, of those that any other would serve. */
export function leftNode({ workload: { spec, status } }: Scope): string | undefined {
  return spec.placement?.nodeName === undefined ? status?.placed?.node : undefined;
}

/** Why it cannot leave its node at all. */
export function boundToNode(scope: Scope): Cause | undefined {
  return leftNode(scope) !== undefined && scope.diskNode !== undefined ? causes.diskOnNode : undefined;
}

/** Why a running machine is stopped now: there is room for it on another node, which is kept for it. */
export function moveOf(scope: Scope): Cause | undefined {
  const { workload, move } = scope;
  if (phaseOf(workload) !== 'Running' || move === undefined || !('node' in move)) return undefined;
  return leftNode(scope) === undefined ? causes.moving : causes.maintenanceMove;
}

/** Why it goes on where it is meanwhile. */
export function moveRefused(scope: Scope): Cause | undefined {
  const { move } = scope;
  if (move === undefined || 'node' in move) return undefined;
  const { message, detail } = move.refusal;
  const cause = leftNode(scope) === undefined ? causes.moveWaiting : causes.maintenanceMoveWaiting;
  return { ...cause, detail: detail === undefined ? message : `${message} ${detail}` };
}
