import { finalizers, openRunOf, phaseOf } from '@gpulease/crds';
import { hasFinalizer, soonest } from '@gpulease/kube';
import type { Requeue } from '../runtime/controller.ts';
import type { WorkloadContext } from './context.ts';
import { isEvacuationOver } from './decide/may-run.ts';
import { nextDeadline, observe } from './decide/observe.ts';
import { nextTransition, type Decision } from './decide/transition.ts';
import { pausedBy } from './decide/retry.ts';
import { refusedAddress, refusedHost } from './network/exposure.ts';
import { after, type Step } from './steps/changes.ts';
import { cancelEvacuation } from './steps/cancel-evacuation.ts';
import { checkUserData } from './steps/check-user-data.ts';
import { cleanUp, destroyInterrupted, forceStop } from './steps/clean-up.ts';
import { expose } from './steps/expose.ts';
import { growDisk } from './steps/grow-disk.ts';
import { keepFinalizersAndLabels } from './steps/finalizers-and-labels.ts';
import { runMachine } from './steps/run-machine.ts';
import { moveRefused } from './decide/moving.ts';
import { requestPlacement } from './decide/placing.ts';
import { readScope } from './read-scope.ts';
import type { Scope } from './scope.ts';
import { writeStatus } from './status/write-status.ts';
import { causeOf, type Cause, type Failure } from './causes/cause.ts';
import { standingFailure } from './decide/standing-failure.ts';

/** More rounds than any path through the phase table; guards against cycles. */
const MOST_ROUNDS = 8;

/** How often the deletion of remaining objects is requested while a workload is being destroyed. */
const DESTROY_RETRY_MS = 5000;

/** Delay before a retry when a larger disk, a move or the end of an evacuation was refused. */
const REFUSAL_RETRY_MS = 30_000;

/** Advances a workload through as many phases as possible now. */
export async function reconcileWorkload(key: string, context: WorkloadContext): Promise<Requeue | undefined> {
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const read = readScope(context.caches, key, context.clock.now());
    if (read === undefined) {
      // Its instance may have disappeared after it, and been noted again.
      context.memory.forget(key);
      return undefined;
    }
    if (context.leftAlone.has(read.workload, context.logger)) return undefined;
    const { goesOn, lookAgainAt } = await takeRound(remembering(read, context), context);
    if (!goesOn) return lookAgainAt && requeueAt(lookAgainAt, read.now);
  }
  throw new Error(`Workload ${key} does not come to rest`);
}

/** Adds facts that the caches do not hold. */
function remembering(scope: Scope, context: WorkloadContext): Scope {
  const { memory, placer, precededUntil, idleWatch } = context;
  const { key, workload } = scope;
  const run = openRunOf(workload.status?.runs ?? []);
  return {
    ...scope,
    syncFailure: memory.syncFailureOf(scope),
    spotNoticeMs: placer.noticeOf(key),
    idle: workload.spec.schedule?.idle && idleWatch.of(workload),
    // An instance that disappeared before this operator watched was last seen by the previous operator.
    lastSeenAt: run && (memory.goneAt(key, run.id) ?? precededUntil()),
  };
}

/** Pause before overdue work is retried. */
const OVERDUE_MS = 1000;

export function requeueAt(moment: Date, now: Date): Requeue {
  const afterMs = moment.getTime() - now.getTime();
  return { afterMs: afterMs > 0 ? afterMs : OVERDUE_MS };
}

interface Round {
  goesOn: boolean;
  lookAgainAt?: Date | undefined;
}

/** Scope → steps → status. The status is written even if a step fails, so that it always reflects the actual state. */
async function takeRound(scope: Scope, context: WorkloadContext): Promise<Round> {
  if (await keepFinalizersAndLabels(scope, context)) return { goesOn: true };
  if (!hasFinalizer(scope.workload, finalizers.workload)) return { goesOn: false };
  const prepared = await prepare(scope, context);
  const decision = decide(prepared);
  const done = await applySteps(prepared, context, decision);
  const told = context.memory.told(done.failures, done);
  const putOffUntil = await writeStatus(done, context, conclude(done, decision, told));
  await cancelEvacuation(done, context);
  throwUnreported(done, told);
  return {
    goesOn: decision.transition !== undefined,
    lookAgainAt: soonest(
      nextDeadline(prepared),
      prepared.answer?.askAgainAt,
      context.memory.lostStartDueAt(prepared),
      putOffUntil,
      retryAt(done),
    ),
  };
}

/** Creates the prerequisites of a start. Does nothing during the pause after a failure. */
async function prepare(scope: Scope, context: WorkloadContext): Promise<Scope> {
  const asked = { ...scope, ...requestPlacement(scope, context.placer) };
  if (pausedBy(asked) !== undefined) return asked;
  const exposed = after(asked, await expose(asked, context));
  return after(exposed, await checkUserData(exposed, context));
}

const STEPS: readonly Step[] = [runMachine, growDisk, cleanUp, forceStop, destroyInterrupted];

async function applySteps(scope: Scope, context: WorkloadContext, decision: Decision): Promise<Scope> {
  let done = scope;
  for (const step of STEPS) done = after(done, await step(done, context, decision));
  return done;
}

function decide(scope: Scope): Decision {
  const observed = observe(scope);
  return { observed, transition: nextTransition(phaseOf(scope.workload), observed) };
}

/** Returns the decision with the outcome of its steps. */
function conclude(scope: Scope, decision: Decision, [failure]: readonly Failure[]): Decision {
  const waitsFor = failure ?? pausedBy(scope);
  const standing = standingFailure(scope) ?? (waitsFor && causeOf(waitsFor)) ?? unreached(scope);
  return {
    ...decision,
    failure: failure && causeOf(failure),
    standingFailure: decision.transition === undefined ? standing : undefined,
  };
}

/** Throws unreported errors, which may resolve themselves, so that the work queue retries soon. */
function throwUnreported({ key, failures }: Scope, told: readonly Failure[]): void {
  const untold = failures.filter((failure) => !told.includes(failure)).map(({ error }) => error);
  if (untold.length > 0) throw new AggregateError(untold, `Could not carry out workload ${key}`);
}

/** Returns when to retry work that no event would trigger. */
function retryAt(scope: Scope): Date | undefined {
  const { workload, now, diskRefused } = scope;
  const isRefused = diskRefused !== undefined || moveRefused(scope) !== undefined || isEvacuationOver(scope);
  if (isRefused) return new Date(now.getTime() + REFUSAL_RETRY_MS);
  return phaseOf(workload) === 'Destroying' ? new Date(now.getTime() + DESTROY_RETRY_MS) : undefined;
}

/** Returns why a machine that is on cannot be exposed as its owner or an admin requests. */
function unreached(scope: Scope): Cause | undefined {
  const isOn = ['Starting', 'Running'].includes(phaseOf(scope.workload));
  return isOn ? (scope.portsRefused ?? refusedHost(scope) ?? refusedAddress(scope)) : undefined;
}
