/** PostgreSQL's notifications, heard for as long as the process lives. */
import { backoffDelay, sleep, systemClock, type Backoff } from '@gpulease/kube';
import type { Pool, PoolClient, QueryConfig } from 'pg';

const BACKOFF: Backoff = { baseMs: 2_000, maxMs: 30_000 };
/** A connection that only listens does not notice when it is dead. */
const PROBE_MS = 15_000;

export interface Subscription {
  readonly channel: string;
  readonly onPayload: (payload: string) => void;
  /** Listening begins, also after a gap. */
  readonly onConnected: () => void;
  /** Nothing is heard, and why; called at each attempt until `onConnected` is. */
  readonly onLost: (error: unknown) => void;
  /** How often the connection is probed, and how long it may take to answer. */
  readonly probeMs?: number;
}

/** Listens until aborted; connects again when the connection is lost. Takes one connection of the pool. */
export async function listenTo(pool: Pool, subscription: Subscription, signal: AbortSignal): Promise<void> {
  let failures = 0;
  const onConnected = () => {
    failures = 0;
    subscription.onConnected();
  };
  while (!signal.aborted) {
    try {
      await listenOn(await pool.connect(), { ...subscription, onConnected }, signal);
    } catch (error) {
      failures += 1;
      subscription.onLost(error);
      await sleep(systemClock, backoffDelay(BACKOFF, failures), signal);
    }
  }
}

/** Resolves when aborted; rejects if the connection receives no notifications or dies. */
async function listenOn(client: PoolClient, subscription: Subscription, signal: AbortSignal): Promise<void> {
  const { channel, onPayload, onConnected, probeMs = PROBE_MS } = subscription;
  const ended = Promise.withResolvers<undefined>();
  const abort = () => ended.resolve(undefined);
  signal.addEventListener('abort', abort, { once: true });
  client.on('error', ended.reject);
  client.on('end', () => ended.reject(new Error('The connection was closed')));
  client.on('notification', ({ payload }) => onPayload(payload ?? ''));
  const probe = setInterval(
    () => void probeConnection(client, channel, probeMs).catch(ended.reject),
    probeMs,
  );
  if (signal.aborted) abort();
  try {
    await Promise.race([client.query(`LISTEN ${channel}`), ended.promise]);
    onConnected();
    await ended.promise;
  } finally {
    clearInterval(probe);
    signal.removeEventListener('abort', abort);
    client.release(true);
  }
}

/** A pooler in transaction mode accepts LISTEN and then gives us another connection that is not listening. */
async function probeConnection(client: PoolClient, channel: string, timeoutMs: number): Promise<void> {
  const { rows } = await client.query<{ listens: boolean }>({
    text: 'SELECT $1 IN (SELECT pg_listening_channels()) AS listens',
    values: [channel],
    query_timeout: timeoutMs,
  } as QueryConfig);
  if (!rows[0]?.listens)
    throw new Error(
      'The connection does not listen any more: is a pooler in transaction mode before PostgreSQL?',
    );
}
