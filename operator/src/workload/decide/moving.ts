/**
 * Decides whether a running machine leaves its node: for a node that an administrator chose, or before planned maintenance at its
 * owner's request. It is stopped and started there. Pure.
 */
import { MINUTE_MS, dateOf } from '@gpulease/kube';
import { phaseOf, workloadReasons, type Workload, type WorkloadPhase } from '@gpulease/crds';
import { causes } from '../causes/causes.ts';
import type { Cause } from '../causes/cause.ts';
import { nodeNotReadySince } from '../machine/lost-node.ts';
import type { Scope } from '../scope.ts';
import { isStartTimeReached } from '../runs/start-time.ts';
import { announcedMaintenance } from './maintenance.ts';
import { mayStart } from './may-run.ts';
import { pausedBy } from './retry.ts';

/** Phases from the decision to move until the machine asks for a place like any other. */
const MOVING: readonly WorkloadPhase[] = ['Running', 'Stopping', 'Stopped'];

/** How long an owner's request waits for room before it lapses: later, the owner no longer expects the stop. */
const REQUEST_MS = 5 * MINUTE_MS;

/**
 * Returns whether the machine should leave its node and could start elsewhere if it were off. Temporary obstacles are
 * waited out here; `missingOf` and the placer report why it cannot start there.
 */
export function isToMove(scope: Scope): boolean {
  const { workload } = scope;
  if (!MOVING.includes(phaseOf(workload)) || !isWantedElsewhere(scope) || !mayStart(scope)) return false;
  // Nothing proves when a machine on an unreachable node is off.
  return isStartTimeReached(scope) && nodeNotReadySince(scope) === undefined && pausedBy(scope) === undefined;
}

function isWantedElsewhere(scope: Scope): boolean {
  const { metadata, spec, status } = scope.workload;
  if (metadata.deletionTimestamp !== undefined) return false;
  const wanted = spec.placement?.nodeName;
  return wanted === undefined ? isLeaving(scope) : wanted !== status?.placed?.node;
}

/** Returns whether the owner asked to leave before the maintenance, or the machine was already stopped for that. */
function isLeaving(scope: Scope): boolean {
  const { workload } = scope;
  return phaseOf(workload) === 'Running' ? isMoveRequested(scope) : isBetweenNodes(workload);
}

/** Returns whether the owner asked recently, and after both the placement and the announcement of the maintenance. */
function isMoveRequested(scope: Scope): boolean {
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

/** Returns the node that the machine leaves if any other will do; undefined if an administrator chose one. */
export function nodeToLeave({ workload: { spec, status } }: Scope): string | undefined {
  return spec.placement?.nodeName === undefined ? status?.placed?.node : undefined;
}

/** Returns why the machine cannot leave its node at all. */
export function boundToNode(scope: Scope): Cause | undefined {
  return nodeToLeave(scope) !== undefined && scope.diskNode !== undefined ? causes.diskOnNode : undefined;
}

/** Returns why a running machine is stopped now: room is kept for it on another node. */
export function moveOf(scope: Scope): Cause | undefined {
  const { workload, move } = scope;
  if (phaseOf(workload) !== 'Running' || move === undefined || !('node' in move)) return undefined;
  return nodeToLeave(scope) === undefined ? causes.moving : causes.maintenanceMove;
}

/** Returns why the machine keeps running on its node for now. */
export function moveRefused(scope: Scope): Cause | undefined {
  const { move } = scope;
  if (move === undefined || 'node' in move) return undefined;
  const { message, detail } = move.refusal;
  const cause = nodeToLeave(scope) === undefined ? causes.moveWaiting : causes.maintenanceMoveWaiting;
  return { ...cause, detail: detail === undefined ? message : `${message} ${detail}` };
}
