import { fits, type Amounts } from './capacity.ts';
import type { PlacementRequest } from './request.ts';

/** How long a failed start counts against its node. */
const REMEMBERED_MS = 30 * 60_000;

/** A machine that did not come up where it was placed. */
interface FailedStart {
  /** The workload's key. */
  workload: string;
  node: string;
  amounts: Amounts;
  /** Milliseconds since the epoch. */
  at: number;
}

/**
 * The starts that failed on nodes which had room by the catalogue: others hold more there than it knows, or a GPU hangs.
 * Kept in memory alone: an operator that does not know of them learns of them by one failed start.
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
   * When the latest start failed that speaks against the request, by node, in milliseconds since the epoch. The
   * workload's own always do; those of others do if it wants no less, but they take no place from it that it holds.
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

/** Of what runs on the node itself; storage often does not. */
function wantsNoLess({ amounts }: PlacementRequest, failed: Amounts): boolean {
  return fits({ ...failed, storage: 0 }, amounts);
}
