/** Starts a machine that is in the cluster: paid for in the caller's transaction, carried out by the outbox. */
import type { Workload } from '@gpulease/crds';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Database, Transaction } from '../database/schema.ts';
import { billingClock } from '../ledger/ledger.ts';
import { enqueue, withdraw } from '../jobs/outbox.ts';
import type { ExpectedRate } from './expected-price.ts';
import { fundStart } from './fund-start.ts';
import { lockOrder, undoStart } from './order-states.ts';
import { START_TOPIC, type StartPayload } from './outbox-handlers.ts';

interface Start {
  readonly orderId: string;
  readonly workload: Workload;
  /** What the customer was shown; absent: any current price is accepted. */
  readonly expected?: ExpectedRate;
  /** Absent if the request is not a customer's, which is not counted. */
  readonly startsPerHour?: number | undefined;
}

/** Returns false if a start is already in progress. Throws as `fundStart` does. */
export async function start(
  transaction: Transaction,
  catalogue: Catalogue,
  { orderId, workload, ...asked }: Start,
): Promise<boolean> {
  const restartedAt = await startTime(transaction, workload);
  const request = { ...asked, restartedAt, pastStart: pastStart(workload) };
  const isNew = await fundStart(transaction, catalogue, orderId, request);
  if (!isNew) return false;
  const requestedAt = (await billingClock(transaction)).toISOString();
  const payload: StartPayload = { restartedAt: restartedAt.toISOString(), requestedAt };
  await enqueue(transaction, START_TOPIC, orderId, payload);
  return true;
}

/** Returns a time after the previous start and the halt that this start lifts, regardless of the hosts' clock skew. */
export async function startTime(database: Database | Transaction, { spec, status }: Workload): Promise<Date> {
  const now = (await billingClock(database)).getTime();
  const before = [status?.halt?.at, spec.restartedAt].filter((at) => at !== undefined);
  return new Date(Math.max(now, ...before.map((at) => Date.parse(at) + 1_000)));
}

/** Returns the newest finished start: carried out by the operator, or stopped by the owner since. */
function pastStart({ spec, status }: Workload): Date | undefined {
  const past = spec.powerState === 'Running' ? status?.restartedAt : spec.restartedAt;
  return past === undefined ? undefined : new Date(past);
}

/** Cancels a paid start that has not reached the cluster. Returns false if it has, or if there is none. */
export async function withdrawStart(transaction: Transaction, orderId: string): Promise<boolean> {
  if (!(await withdraw(transaction, START_TOPIC, orderId))) return false;
  await lockOrder(transaction, orderId);
  await undoStart(transaction, orderId);
  return true;
}
