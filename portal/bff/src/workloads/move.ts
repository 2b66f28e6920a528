/** A machine that leaves its node before the planned maintenance, as its owner asks. Pure. */
import type { MoveRefusal } from '@gpulease/contract/enums';
import { place } from '@gpulease/placement/place';
import { wantedOf, type Planned } from './manual-placement/plan.ts';

/** Why it cannot move now, or null. It goes by what the statuses say, so the operator has the last word. */
export function moveRefusalOf(planned: Planned): MoveRefusal | null {
  const { spec, status } = planned.workload;
  if (status?.diskNode !== undefined) return 'DISK_ON_NODE';
  if (spec.placement?.nodeName !== undefined) return 'NODE_CHOSEN';
  const { request, candidates, timing } = wantedOf(planned);
  if (request === undefined) return 'NO_ROOM_ELSEWHERE';
  const found = place({ ...request, leaves: status?.placed?.node }, candidates, timing);
  return 'node' in found && !found.awaitsSpot ? null : 'NO_ROOM_ELSEWHERE';
}

/** Now, or what has to be before it, whatever the clocks of the hosts say: it counts for this maintenance and this place. */
export function moveRequestedAt({ workload: { status }, now }: Planned): string {
  const before = [status?.plannedMaintenance?.announcedAt, status?.placed?.at].filter(
    (at) => at !== undefined,
  );
  return new Date(Math.max(now.getTime(), ...before.map((at) => Date.parse(at)))).toISOString();
}
