import { fieldManagers, phaseOf, type Workload } from '@gpulease/crds';
import type { WorkloadContext } from '../context.ts';
import type { Decision } from '../decide/transition.ts';
import { blamesNode, isFailedStart } from '../machine/start.ts';
import type { Scope } from '../scope.ts';
import { recordNotice, recordStay, recordTransition, recordUnmeasured } from './events.ts';
import { isNewOrder, writeDelayMs } from './write-delay.ts';
import { buildStatus, isSettled, type OwnStatus } from './status.ts';
import type { Transition } from '../causes/cause.ts';
import { inOrder } from '../runs/runs.ts';

/** Writes the status if it changes; returns when a deferred write is due. */
export async function writeStatus(
  scope: Scope,
  context: WorkloadContext,
  decision: Decision,
): Promise<Date | undefined> {
  const { workload, key, now, answer } = scope;
  const status = buildStatus(scope, decision);
  if (answer !== undefined && 'node' in answer && status.placed === undefined) context.placer.release(key);
  if (isSettled(workload, status)) return undefined;
  const { throttle } = context.memory;
  if (isNewOrder(workload, status)) throttle.begin(key);
  const waitMs = throttle.wait(key, () => writeDelayMs(scope, status));
  if (waitMs > 0) return new Date(now.getTime() + waitMs);
  throttle.note(key);
  if (isFailedStart(workload, decision.transition)) context.placer.startFailed(key);
  const written = await applyStatus(workload, status, context);
  context.caches.workloads.remember(written);
  context.observe(written);
  noteStart(scope, decision.transition, context);
  tell(scope, written, decision, context);
  return undefined;
}

/** Records events and log lines for what has just been written. */
function tell(
  scope: Scope,
  written: Workload,
  decision: Decision,
  { recorder, logger }: WorkloadContext,
): void {
  recordUnmeasured(scope, written, recorder);
  if (decision.transition !== undefined) {
    recordTransition(written, decision.transition, recorder);
    return;
  }
  recordNotice(scope, written, recorder);
  recordStay(scope.workload, written, decision, recorder);
  if (decision.failure === undefined) logStandingFailure(scope, decision, logger);
  else logRefusal(scope, written, logger);
}

type Logger = WorkloadContext['logger'];

/** Logs only once, when the failure begins. */
function logStandingFailure({ workload, key }: Scope, { standingFailure }: Decision, logger: Logger): void {
  if (standingFailure === undefined || standingFailure.reason === workload.status?.reason) return;
  logger.warn({ workload: key, ...standingFailure }, 'A machine failed');
}

function logRefusal({ workload }: Scope, { status }: Workload, logger: Logger): void {
  if (status?.retry?.nextAt === workload.status?.retry?.nextAt) return;
  logger.warn({ ...status?.retry }, 'A write for the workload was refused, will retry');
}

function applyStatus(
  { metadata }: Workload,
  status: OwnStatus,
  { workloads }: WorkloadContext,
): Promise<Workload> {
  const { name, namespace, resourceVersion } = metadata;
  const application = { metadata: { name, namespace, resourceVersion }, status };
  return workloads.applyStatus(application, { fieldManager: fieldManagers.operator, force: true });
}

type Context = Pick<WorkloadContext, 'caches' | 'startOutcomes'>;

/** Records what the outcome of a start reveals about its node. */
function noteStart(scope: Scope, transition: Transition | undefined, context: Context): void {
  const { workload, key, now } = scope;
  const { phase, placed, runs = [] } = workload.status ?? {};
  if (phase !== 'Starting' || placed === undefined || transition === undefined) return;
  const hasFailed = blamesNode(scope, transition) && imageRunsElsewhere(workload, placed.node, context);
  if (!hasFailed && transition.phase !== 'Running') return;
  const lastRanAt = inOrder(runs).at(-1)?.startedAt;
  context.startOutcomes.add(placed.node, { workload: key, at: now, hasFailed, lastRanAt });
}

/** If no machine with the same image runs on other nodes, the image itself may be broken. */
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
