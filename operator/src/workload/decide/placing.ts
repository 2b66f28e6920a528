import { phaseOf, workloadReasons } from '@gpulease/crds';
import { isSoldOut } from '@gpulease/placement/refusal';
import { requestOf } from '@gpulease/placement/request';
import { resourcesOf } from '@gpulease/placement/resources';
import type { PlacementOrder, Placer, PlacerAnswer } from '@gpulease/placement/placer';
import { isMachineGone, type Scope } from '../scope.ts';
import { nextPlacementAt } from './retry.ts';
import { impossibleOf, missingOf, stopOf } from './may-run.ts';
import { boundToNode, isToMove, nodeToLeave } from './moving.ts';
import { rootDiskSize } from '../disk/root-disk.ts';
import { causes } from '../causes/causes.ts';
import type { Cause } from '../causes/cause.ts';

/** Asks for a place, or for room on another node if the machine should move. */
export function requestPlacement(scope: Scope, placer: Placer): Pick<Scope, 'answer' | 'move'> {
  return isToMove(scope)
    ? { move: keepRoomElsewhere(scope, placer) }
    : { answer: placeWorkload(scope, placer) };
}

/** Anything that would prevent its start there keeps the machine running where it is. */
function keepRoomElsewhere(scope: Scope, placer: Placer): Scope['move'] {
  const refusal = impossibleOf(scope) ?? missingOf(scope) ?? boundToNode(scope);
  const order = refusal === undefined ? placementOrder(scope) : undefined;
  if (order !== undefined) return placer.keep({ ...order, leaves: nodeToLeave(scope) });
  placer.leave(scope.key);
  return refusal && { refusal };
}

/** Asks for a place if the workload waits for one and nothing else prevents its start. */
function placeWorkload(scope: Scope, placer: Placer): PlacerAnswer | undefined {
  const order = isReadyForPlace(scope) ? placementOrder(scope) : undefined;
  if (order !== undefined) return placer.place(order);
  placer.leave(scope.key);
  return undefined;
}

function isReadyForPlace(scope: Scope): boolean {
  const { workload } = scope;
  if (phaseOf(workload) !== 'Pending' || workload.metadata.deletionTimestamp !== undefined) return false;
  const cause = stopOf(scope) ?? impossibleOf(scope) ?? missingOf(scope);
  return cause === undefined && isMachineGone(scope) && nextPlacementAt(scope) === undefined;
}

function placementOrder(scope: Scope): PlacementOrder | undefined {
  const { workload, tenant } = scope;
  const resources = resourcesOf(scope);
  if (resources === undefined) return undefined;
  const disk = rootDiskSize(scope);
  return {
    ...requestOf({ ...scope, resources, disk, architecture: architectureOf(scope) }),
    tenant: workload.metadata.namespace ?? '',
    gpuQuota: tenant?.spec.quota?.gpus,
    mayNotWait: mayNotWait(scope),
  };
}

/** Returns whether this is a new order that chose not to wait. An order that has had a place is like any other. */
function mayNotWait({ workload: { spec, status } }: Scope): boolean {
  if (spec.whenSoldOut !== 'Refuse' || status?.placed !== undefined) return false;
  return status?.runs === undefined && status?.billing?.settledRun === undefined;
}

/**
 * Returns why a new order that may not wait is over: the placer found no place. The halt is latched, so that capacity that
 * becomes free a moment later does not start a refused order.
 */
export function soldOutFor(scope: Scope): Cause | undefined {
  const { answer } = scope;
  if (answer === undefined || 'node' in answer || !mayNotWait(scope)) return undefined;
  if (!isSoldOut(answer.refusal)) return undefined;
  return { ...causes.orderSoldOut, detail: answer.refusal.message, halt: workloadReasons.orderSoldOut };
}

/** Prefers the architecture of the existing machine, because its image may have changed since. */
function architectureOf({ virtualMachine, image }: Scope): string {
  return virtualMachine?.spec.template.spec?.architecture ?? image?.spec.architecture ?? 'amd64';
}
