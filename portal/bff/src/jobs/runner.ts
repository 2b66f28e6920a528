import { span } from '@gpulease/kube/tracing';
import { sql } from 'kysely';
import { withTransaction } from '../database/database.ts';
import { loggingOutages } from '../database/outages.ts';
import type { Database, Transaction } from '../database/schema.ts';
import type { Logger } from '../http/logger.ts';
import { withRequestId } from '../http/request-id.ts';
import { errorText } from './due-rows.ts';
import { createWakeSignal } from './wake-signal.ts';

export interface OutboxEntry {
  readonly id: bigint;
  readonly topic: string;
  readonly key: string;
  readonly payload: object;
  /** Failed tries before this one. */
  readonly attempts: number;
  /** The request that enqueued it; null if none did. */
  readonly requestId: string | null;
  /** The trace that enqueued it; null if it was not traced. */
  readonly traceparent: string | null;
}

/**
 * Executes an entry. Its writes through `transaction` are committed together with the entry's completion; if it throws,
 * the entry is retried later.
 */
export type OutboxHandler = (entry: OutboxEntry, transaction: Transaction) => Promise<void>;

export interface OutboxOptions {
  readonly database: Database;
  readonly log: Logger;
  /** By topic; entries of other topics are left to other processes. */
  readonly handlers: Readonly<Record<string, OutboxHandler>>;
  /** Entries executed concurrently; each uses one connection. */
  readonly concurrency?: number;
}

export type Outbox = ReturnType<typeof runOutbox>;

/** The polling interval; after an entry is found, the next is read immediately. */
const POLL_MS = 250;
const MAX_BACKOFF_SECONDS = 60;
/** Failures to expect of a tenant's first order while the namespace is being created. */
const ORDINARY_FAILURES = 3;

/** Processes the outbox until stopped. Any number of processes may do so concurrently. */
export function runOutbox({ database, log, handlers, concurrency = 8 }: OutboxOptions) {
  const stopping = new AbortController();
  const signal = createWakeSignal();
  const notify = () => signal.notify();
  const attemptOnce = loggingOutages(log, {
    began: 'Could not process the outbox, retrying',
    over: 'Processing the outbox again',
  });
  const poll = setInterval(notify, POLL_MS);
  const worker = async () => {
    while (!stopping.signal.aborted) {
      // A worker that finds an entry wakes the next one: there may be more.
      const worked = await attemptOnce(() => workOnce(database, log, handlers, notify));
      if (!worked) await signal.wait();
    }
  };
  const workers = Array.from({ length: concurrency }, worker);
  return {
    /** Stops claiming entries and waits for those in progress. */
    async stop(): Promise<void> {
      clearInterval(poll);
      stopping.abort();
      signal.close();
      await Promise.all(workers);
    },
  };
}

/** Executes one due entry. Returns false if there is none. */
async function workOnce(
  database: Database,
  log: Logger,
  handlers: OutboxOptions['handlers'],
  onFound: () => void,
): Promise<boolean> {
  const work = async (transaction: Transaction) => {
    const entry = await claim(transaction, Object.keys(handlers));
    if (!entry) return false;
    onFound();
    await withRequestId(entry.requestId, () => runEntry(transaction, entry, { log, handlers }));
    return true;
  };
  return withTransaction(database, work);
}

async function runEntry(
  transaction: Transaction,
  entry: OutboxEntry,
  { log, handlers }: Pick<OutboxOptions, 'log' | 'handlers'>,
): Promise<void> {
  const { topic, key, attempts } = entry;
  const failure = await traced(entry, () => attempt(transaction, entry, handlers[topic]));
  if (!failure) return markDone(transaction, entry);
  const level = attempts < ORDINARY_FAILURES ? 'debug' : 'warn';
  log[level]({ err: failure.cause, topic, key }, 'An outbox entry failed, will retry');
  await postpone(transaction, entry, failure.cause);
}

type Attempt = { readonly cause: unknown } | undefined;

/** Continues the trace that enqueued the entry, in each try. */
function traced(entry: OutboxEntry, work: () => Promise<Attempt>): Promise<Attempt> {
  const { topic, id, attempts, traceparent: parent } = entry;
  const attributes = { 'gpulease.outbox_id': String(id), 'gpulease.attempts': attempts };
  const options = { kind: 'consumer' as const, parent: parent ?? undefined, attributes };
  return span(`outbox ${topic}`, options, async (own) => {
    const failure = await work();
    if (failure) own.fail(failure.cause);
    return failure;
  });
}

/** Runs the handler. If it throws, its writes are rolled back while the entry stays locked. */
async function attempt(
  transaction: Transaction,
  entry: OutboxEntry,
  handler: OutboxHandler | undefined,
): Promise<Attempt> {
  await sql`SAVEPOINT attempt`.execute(transaction);
  try {
    await handler?.(entry, transaction);
    return undefined;
  } catch (cause) {
    await sql`ROLLBACK TO SAVEPOINT attempt`.execute(transaction);
    return { cause };
  }
}

async function markDone(transaction: Transaction, { id }: OutboxEntry): Promise<void> {
  await sql`UPDATE outbox SET done_at = clock_timestamp() WHERE id = ${id}`.execute(transaction);
}

/** Locks, until the transaction ends, the oldest due entry that has no older open entry of its (topic, key). */
async function claim(transaction: Transaction, topics: readonly string[]): Promise<OutboxEntry | undefined> {
  const { rows } = await sql<OutboxEntry>`
    SELECT id, topic, key, payload, attempts, request_id AS "requestId", traceparent FROM outbox AS entry
    WHERE done_at IS NULL AND next_attempt_at <= clock_timestamp() AND topic = ANY(${topics})
      AND NOT EXISTS (
        SELECT FROM outbox AS older
        WHERE older.topic = entry.topic AND older.key = entry.key AND older.id < entry.id AND older.done_at IS NULL)
    ORDER BY next_attempt_at, id LIMIT 1
    FOR UPDATE SKIP LOCKED`.execute(transaction);
  return rows[0];
}

async function postpone(transaction: Transaction, entry: OutboxEntry, error: unknown): Promise<void> {
  const seconds = Math.min(2 ** entry.attempts * 0.5, MAX_BACKOFF_SECONDS);
  await sql`
    UPDATE outbox SET attempts = attempts + 1, last_error = ${errorText(error)},
      next_attempt_at = clock_timestamp() + make_interval(secs => ${seconds})
    WHERE id = ${entry.id}`.execute(transaction);
}
