import { fieldManagers, finalizers, phaseOf, workloadLabels } from '@gpulease/crds';
import type { Workload } from '@gpulease/crds';
import { hasFinalizer, removeFinalizer } from '@gpulease/kube';
import type { Requeue } from '../runtime/controller.ts';
import { causes } from './status/causes.ts';
import type { WorkloadContext } from './context.ts';
import { nextDeadline, observe } from './decide/observe.ts';
import type { Attempt } from './decide/observe.ts';
import { recordNotice, recordTransition, recordTrouble } from './status/events.ts';
import { refusedAddress, refusedHost } from './network/exposure.ts';
import { isFailedStart } from './machine/start.ts';
import { checkUserData } from './phases/check-user-data.ts';
import { clearAway } from './phases/clear-away.ts';
import { destroyInterrupted } from './phases/destroy-interrupted.ts';
import { expose } from './phases/expose.ts';
import { growDisk } from './phases/grow-disk.ts';
import { runMachine } from './phases/run-machine.ts';
import { askForPlace, mayAskAgainAt } from './decide/placing.ts';
import { readScope } from './scope.ts';
import type { Scope } from './scope.ts';
import { forceStop } from './phases/force-stop.ts';
import { buildStatus, isSameForCustomer, isSettled } from './status/status.ts';
import type { Decision, OwnStatus } from './status/status.ts';
import { transition } from './decide/transition.ts';
import type { Cause } from './cause.ts';
import { troubleOf } from './decide/trouble.ts';

/** More steps than any way through the phase table; a bound against a table that goes in circles. */
const MOST_STEPS = 8;

/** While a workload is being destroyed we ask for the end of what is left of it this often. */
const DESTROY_RETRY_MS = 5000;

/** A port that was taken, or the room for a larger disk, may be free after this. */
const REFUSAL_RETRY_MS = 30_000;

/** Finer points of the status, such as an import's progress, are written no more often than this. */
const CALM_MS = 5000;

/** A start that has no progress to tell is soon told of as a whole, by the phase that follows. */
const START_CALM_MS = 60_000;

/** Billing answers a new order within this; only then is the customer told that the workload waits for it. */
const NEW_MS = 3000;

/** Takes a workload as many phases on as can be taken now. */
export async function reconcileWorkload(key: string, context: WorkloadContext): Promise<Requeue | undefined> {
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const seen = readScope(context.caches, key, context.clock.now());
    if (seen === undefined) return undefined;
    const scope = { ...seen, spotNoticeMs: context.placer.noticeOf(key) };
    const { goesOn, lookAgainAt } = await takeStep(scope, context);
    if (!goesOn) return lookAgainAt && { afterMs: lookAgainAt.getTime() - scope.now.getTime() };
  }
  throw new Error(`Workload ${key} does not come to rest`);
}

interface Step {
  goesOn: boolean;
  lookAgainAt?: Date | undefined;
}

/** Scope → phases → status. The status is written even if a phase has failed, so that it never lags behind the world. */
async function takeStep(scope: Scope, context: WorkloadContext): Promise<Step> {
  if (await settleMetadata(scope, context)) return { goesOn: true };
  if (!hasFinalizer(scope.workload, finalizers.workload)) return { goesOn: false };
  const attempt: Attempt = { answer: askForPlace(scope, context.placer) };
  const errors: unknown[] = [];
  const note = (error: unknown): void => void errors.push(error);
  await expose(scope, context, attempt).catch(note);
  await checkUserData(scope, context, attempt).catch(note);
  const decision = decide(scope, attempt, errors);
  await runMachine(scope, context, decision).catch(note);
  await growDisk(scope, context, attempt).catch(note);
  await clearAway(scope, context, decision).catch(note);
  await forceStop(scope, context).catch(note);
  await destroyInterrupted(scope, context).catch(note);
  const retry = retryAt(scope, attempt);
  const later = await writeStatus(scope, context, decision);
  if (errors.length > 0) throw new AggregateError(errors, `Could not carry out workload ${scope.key}`);
  return {
    goesOn: decision.outcome !== undefined,
    lookAgainAt: soonest(
      nextDeadline(scope),
      mayAskAgainAt(scope),
      attempt.answer?.askAgainAt,
      context.lostStarts.dueAt(scope),
      later,
      retry,
    ),
  };
}

/** When to try again what nothing else would bring us back to. */
function retryAt({ workload, now }: Scope, { slotLost, diskRefused }: Attempt): Date | undefined {
  if ((slotLost ?? diskRefused) !== undefined) return new Date(now.getTime() + REFUSAL_RETRY_MS);
  return phaseOf(workload) === 'Destroying' ? new Date(now.getTime() + DESTROY_RETRY_MS) : undefined;
}

/** A place whose objects could not be made is not taken up yet. */
function decide(scope: Scope, attempt: Attempt, errors: unknown[]): Decision {
  const observed = observe(scope, attempt);
  const next = transition(phaseOf(scope.workload), observed);
  const isPremature = errors.length > 0 && next?.phase === 'Scheduled';
  const outcome = isPremature ? undefined : next;
  const trouble = troubleOf(scope) ?? unreached(scope, attempt);
  return { attempt, observed, outcome, trouble: outcome === undefined ? trouble : undefined };
}

/** Why a machine that is on cannot be reached as its owner or an admin wants it by now. */
function unreached(scope: Scope, { slotLost }: Attempt): Cause | undefined {
  const isOn = ['Starting', 'Running'].includes(phaseOf(scope.workload));
  return isOn ? (slotLost ?? scope.portsRefused ?? refusedHost(scope) ?? refusedAddress(scope)) : undefined;
}

/**
 * Sets ours and billing's finalizer and the labels before anything is made, and removes ours when everything is gone.
 * Returns whether the workload was changed.
 */
async function settleMetadata(
  { workload, tenant }: Scope,
  { workloads, caches }: WorkloadContext,
): Promise<boolean> {
  if (workload.metadata.deletionTimestamp !== undefined) {
    if (workload.status?.phase !== 'Destroyed' || !hasFinalizer(workload, finalizers.workload)) return false;
    const left = await removeFinalizer(workloads, workload, finalizers.workload);
    if (left !== undefined) caches.workloads.remember(left);
    return false;
  }
  const missing = [finalizers.workload, finalizers.billing].filter(
    (finalizer) => !hasFinalizer(workload, finalizer),
  );
  const labels = tenant === undefined ? {} : missingLabels(workload);
  if (missing.length === 0 && Object.keys(labels).length === 0) return false;
  const { uid, finalizers: present = [], resourceVersion } = workload.metadata;
  const patch = { metadata: { uid, resourceVersion, finalizers: [...present, ...missing], labels } };
  const options = { fieldManager: fieldManagers.operator };
  caches.workloads.remember(await workloads.mergePatch(workload.metadata, patch, options));
  return true;
}

/** A label that somebody has set otherwise is theirs: a Git tool would set it so again and again. */
function missingLabels({
  metadata: { namespace = '', labels = {} },
  spec,
}: Workload): Record<string, string> {
  const wanted = Object.entries(workloadLabels(namespace, spec));
  return Object.fromEntries(wanted.filter(([name]) => labels[name] === undefined));
}

/** Writes the status if it changes; returns when a change that was put off is due. */
async function writeStatus(
  scope: Scope,
  context: WorkloadContext,
  decision: Decision,
): Promise<Date | undefined> {
  const { workload, key, now } = scope;
  const status = buildStatus(scope, decision);
  const isUseless = decision.attempt.slotLost !== undefined && status.placed === undefined;
  if (isUseless) context.placer.release(key);
  if (isSettled(workload, status)) return undefined;
  const calmUntil = putOffUntil(scope, context, status);
  if (calmUntil !== undefined) return calmUntil;
  context.lastWritten.set(key, now.getTime());
  if (isFailedStart(workload, decision.outcome)) context.placer.startFailed(key);
  const written = await applyStatus(workload, status, context);
  context.caches.workloads.remember(written);
  context.observe(written);
  if (decision.outcome !== undefined) recordTransition(written, context.recorder);
  else recordNotice(scope, written, context.recorder);
  if (decision.trouble !== undefined) recordTrouble(workload, decision.trouble, context.recorder);
  return undefined;
}

/** When a status that need not be written at once is to be written; undefined: now. */
function putOffUntil(scope: Scope, { lastWritten }: WorkloadContext, status: OwnStatus) {
  const { workload, key, now } = scope;
  const isNew = workload.status?.phase === undefined && status.reason === causes.waitingForOrder.reason;
  if (isNew && !lastWritten.has(key)) lastWritten.set(key, now.getTime());
  if (!isNew && !isSameForCustomer(workload, status)) return undefined;
  const until = (lastWritten.get(key) ?? 0) + (isNew ? NEW_MS : calmMs(scope));
  return now.getTime() < until ? new Date(until) : undefined;
}

function calmMs({ workload, rootDisk }: Scope): number {
  const hasProgress = rootDisk?.status?.phase !== 'Succeeded' && rootDisk?.status?.progress?.endsWith('%');
  return phaseOf(workload) === 'Starting' && hasProgress !== true ? START_CALM_MS : CALM_MS;
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

function soonest(...moments: (Date | undefined)[]): Date | undefined {
  const known = moments.filter((moment) => moment !== undefined);
  return known.length === 0 ? undefined : new Date(Math.min(...known.map((moment) => moment.getTime())));
}
