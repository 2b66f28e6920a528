/** Moves a machine off its node before planned maintenance, at its owner's request. */
import type { MoveRefusal } from '@gpulease/contract/enums';
import type { Workload } from '@gpulease/crds';
import { place } from '@gpulease/placement/place';
import { ProductError } from '../http/product-error.ts';
import type { WorkloadName } from './lists.ts';
import { allowedActions } from './allowed-actions.ts';
import { wantedOf, type Planned } from './manual-placement/plan.ts';
import type { Found } from './sources.ts';
import { statusOf } from './state.ts';

interface Means {
  find: (which: WorkloadName) => Promise<Found>;
  patchSpec: (found: Found, spec: object) => Promise<Found>;
  planned: (workload: Workload) => Planned;
}

export function moveActions({ find, patchSpec, planned }: Means) {
  return {
    /** Returns why it cannot move to another node now, or null; ILLEGAL_TRANSITION unless it runs with maintenance ahead. */
    moveRefusal: async (which: WorkloadName) => refusalOf(planned((await find(which)).workload)),
    /** Requests the move. Throws the refusal. */
    async move(which: WorkloadName) {
      const found = await find(which);
      const wish = planned(found.workload);
      const reason = refusalOf(wish);
      if (reason !== null) throw new ProductError('REQUEST_FAILED', { reason });
      return patchSpec(found, { moveRequestedAt: requestTime(wish) });
    },
  };
}

/** Decides by the statuses; the operator has the last word. */
function refusalOf(planned: Planned): MoveRefusal | null {
  const { workload } = planned;
  if (!allowedActions(workload, statusOf(workload), false).includes('move')) return 'ILLEGAL_TRANSITION';
  if (workload.status?.diskNode !== undefined) return 'DISK_ON_NODE';
  if (workload.spec.placement?.nodeName !== undefined) return 'NODE_CHOSEN';
  return hasRoomElsewhere(planned) ? null : 'NO_ROOM_ELSEWHERE';
}

function hasRoomElsewhere(planned: Planned): boolean {
  const { request, candidates, timing } = wantedOf(planned);
  if (request === undefined) return false;
  const found = place({ ...request, leaves: planned.workload.status?.placed?.node }, candidates, timing);
  return 'node' in found && !found.awaitsSpot;
}

/** Returns now, but not before the announcement of this maintenance and the machine's placement, whatever the clock skew. */
function requestTime({ workload: { status }, now }: Planned): string {
  const before = [status?.plannedMaintenance?.announcedAt, status?.placed?.at];
  const times = before.flatMap((at) => (at === undefined ? [] : Date.parse(at)));
  return new Date(Math.max(now.getTime(), ...times)).toISOString();
}
