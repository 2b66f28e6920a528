import { fieldManagers, phaseOf } from '@gpulease/crds';
import type { Workload } from '@gpulease/crds';
import type { WorkloadContext } from '../context.ts';
import type { Decision } from '../decide/decision.ts';
import { isFailedStart } from '../machine/start.ts';
import type { Scope } from '../scope.ts';
import { causes } from '../causes/causes.ts';
import { recordNotice, recordStay, recordTransition } from './events.ts';
import { buildStatus, isSameForCustomer, isSettled } from './status.ts';
import type { OwnStatus } from './status.ts';

/** Finer points of the status, such as an import's progress, are written no more often than this. */
const CALM_MS = 5000;

/** A start that has no progress to tell is soon told of as a whole, by the phase that follows. */
const START_CALM_MS = 60_000;

/** Billing answers a new order within this; only then is the customer told that the workload waits for it. */
const NEW_MS = 3000;

/** Writes the status if it changes; returns when a change that was put off is due. */
export async function writeStatus(
  scope: Scope,
  context: WorkloadContext,
  decision: Decision,
): Promise<Date | undefined> {
  const { workload, key, now } = scope;
  const status = buildStatus(scope, decision);
  const { answer } = decision.attempt;
  if (answer !== undefined && 'node' in answer && status.placed === undefined) context.placer.release(key);
  if (isSettled(workload, status)) return undefined;
  const calmUntil = putOffUntil(scope, context, status);
  if (calmUntil !== undefined) return calmUntil;
  context.lastWritten.set(key, now.getTime());
  if (isFailedStart(workload, decision.outcome)) context.placer.startFailed(key);
  const written = await applyStatus(workload, status, context);
  context.caches.workloads.remember(written);
  context.observe(written);
  tell(scope, written, decision, context);
  return undefined;
}

/** Tells people of what has just been written. */
function tell(
  scope: Scope,
  written: Workload,
  decision: Decision,
  { recorder, logger }: WorkloadContext,
): void {
  if (decision.outcome !== undefined) {
    recordTransition(written, decision.outcome, recorder);
    return;
  }
  recordNotice(scope, written, recorder);
  recordStay(scope.workload, written, decision, recorder);
  if (decision.failure === undefined) logTrouble(scope, decision, logger);
  else logRefusal(scope, written, logger);
}

type Logger = WorkloadContext['logger'];

/** Once, when it begins. */
function logTrouble({ workload, key }: Scope, { trouble }: Decision, logger: Logger): void {
  if (trouble === undefined || trouble.reason === workload.status?.reason) return;
  logger.warn({ workload: key, ...trouble }, 'A machine has met with trouble');
}

function logRefusal({ workload }: Scope, { status }: Workload, logger: Logger): void {
  if (status?.retry?.nextAt === workload.status?.retry?.nextAt) return;
  logger.warn({ ...status?.retry }, 'A write for the workload was refused and is retried');
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
