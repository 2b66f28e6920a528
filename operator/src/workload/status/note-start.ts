import { phaseOf, type Workload } from '@gpulease/crds';
import type { Transition } from '../causes/cause.ts';
import type { WorkloadContext } from '../context.ts';
import { blamesNode } from '../machine/start.ts';
import { inOrder } from '../runs/runs.ts';
import type { Scope } from '../scope.ts';

type Context = Pick<WorkloadContext, 'caches' | 'startOutcomes'>;

/** Notes of a start that has ended what it says of its node. */
export function noteStart(scope: Scope, transition: Transition | undefined, context: Context): void {
  const { workload, key, now } = scope;
  const { phase, placed, runs = [] } = workload.status ?? {};
  if (phase !== 'Starting' || placed === undefined || transition === undefined) return;
  const hasFailed = blamesNode(scope, transition) && imageRunsElsewhere(workload, placed.node, context);
  if (!hasFailed && transition.phase !== 'Running') return;
  const lastRanAt = inOrder(runs).at(-1)?.startedAt;
  context.startOutcomes.add(placed.node, { workload: key, at: now, hasFailed, lastRanAt });
}

/** Where nothing of its image runs, the image may be what is broken. */
function imageRunsElsewhere({ spec }: Workload, node: string, { caches }: Context): boolean {
  return caches
    .workloadsBy('image', spec.image)
    .some(
      (other) =>
        phaseOf(other) === 'Running' &&
        other.spec.region === spec.region &&
        other.status?.placed?.node !== node,
    );
}
