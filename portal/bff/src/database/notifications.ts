/** Listens to PostgreSQL notifications for the lifetime of the process. */
import { backoffDelay, sleep, systemClock, type Backoff } from '@gpulease/kube';
import type { Pool, PoolClient, QueryConfig } from 'pg';

const BACKOFF: Backoff = { baseMs: 2_000, maxMs: 30_000 };
/** A connection that only listens does not notice when it is dead. */
const PROBE_MS = 15_000;

export interface Subscription {
  readonly channel: string;
  readonly onPayload: (payload: string) => void;
  /** Called when listening begins, also after a gap. */
  readonly onConnected: () => void;
  /** Called with the error of each failed attempt until `onConnected`. */
  readonly onLost: (error: unknown) => void;
  /** How often the connection is probed, and the timeout of a probe. */
  readonly probeMs?: number;
}

/** Listens until aborted; reconnects when the connection is lost. Uses one connection of the pool. */
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

/** Throws unless the connection listens: a pooler in transaction mode accepts LISTEN, then switches connections. */
async function probeConnection(client: PoolClient, channel: string, timeoutMs: number): Promise<void> {
  const { rows } = await client.query<{ listens: boolean }>({
    text: 'SELECT $1 IN (SELECT pg_listening_channels()) AS listens',
    values: [channel],
    query_timeout: timeoutMs,
  } as QueryConfig);
  if (!rows[0]?.listens)
    throw new Error(
      'The connection is not listening: is there a pooler in transaction mode in front of PostgreSQL?',
    );
}
