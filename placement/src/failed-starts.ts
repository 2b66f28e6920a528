import { fits, type Amounts } from './capacity.ts';
import type { PlacementRequest } from './request.ts';

/** How long a failed start counts against its node. */
const REMEMBERED_MS = 30 * 60_000;

/** A machine that did not start where it was placed. */
interface FailedStart {
  /** The workload's key. */
  workload: string;
  node: string;
  amounts: Amounts;
  /** Milliseconds since the epoch. */
  at: number;
}

/**
 * Failed starts on nodes that had room according to the catalogue: others hold more than it knows, or a GPU hangs. Kept
 * only in memory, because a new operator learns of them from one failed start.
 */
export class FailedStarts {
  private starts: FailedStart[] = [];

  add(start: FailedStart): void {
    const isSuperseded = ({ workload, node }: FailedStart) =>
      workload === start.workload && node === start.node;
    const others = this.starts.filter((one) => !isSuperseded(one) && isRemembered(one, start.at));
    this.starts = [...others, start];
  }

  /**
   * Returns when the latest start that counts against the request failed, by node, in milliseconds since the epoch. The
   * workload's own always count; those of others count if it wants no less, except on the node that it holds.
   */
  against(request: PlacementRequest, now: number): ReadonlyMap<string, number> {
    const speaks = ({ workload, node, amounts }: FailedStart): boolean =>
      workload === request.workload || (node !== request.prefer && wantsNoLess(request, amounts));
    const known = this.starts.filter((start) => isRemembered(start, now) && speaks(start));
    return new Map(known.map(({ node, at }) => [node, at]));
  }
}

function isRemembered({ at }: FailedStart, now: number): boolean {
  return at > now - REMEMBERED_MS;
}

/** Ignores storage, which is often not on the node itself. */
function wantsNoLess({ amounts }: PlacementRequest, failed: Amounts): boolean {
  return fits({ ...failed, storage: 0 }, amounts);
}
