/** PostgreSQL's notifications, heard for as long as the process lives. */
import { sleep, systemClock } from '@gpulease/kube';
import type { Pool, PoolClient, QueryConfig } from 'pg';

const RECONNECT_MS = 1_000;
/** A connection that only listens does not notice by itself when it is dead. */
const PROBE_MS = 15_000;

export interface Subscription {
  /** `onPayload` gets each notification; `onConnected` is called when listening begins, also after a gap. */
  readonly channel: string;
  readonly onPayload: (payload: string) => void;
  readonly onConnected?: () => void;
  /** How often the connection is probed, and how long it may take to answer. */
  readonly probeMs?: number;
}

/** Listens until aborted; connects again when the connection is lost. Takes one connection of the pool. */
export async function listenTo(pool: Pool, subscription: Subscription, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const client = await pool.connect().catch(() => undefined);
    if (client) await listenOn(client, subscription, signal);
    await sleep(systemClock, RECONNECT_MS, signal);
  }
}

async function listenOn(client: PoolClient, subscription: Subscription, signal: AbortSignal): Promise<void> {
  const lost = Promise.withResolvers<undefined>();
  client.on('error', () => lost.resolve(undefined));
  client.on('end', () => lost.resolve(undefined));
  signal.addEventListener('abort', () => lost.resolve(undefined), { once: true });
  client.on('notification', ({ payload }) => subscription.onPayload(payload ?? ''));
  const { channel, onConnected, probeMs = PROBE_MS } = subscription;
  const probe = setInterval(() => {
    probeConnection(client, probeMs).catch(() => lost.resolve(undefined));
  }, probeMs);
  try {
    await client.query(`LISTEN ${channel}`);
    onConnected?.();
    await lost.promise;
  } catch {
    // The connection broke before it listened; the next one is tried.
  }
  clearInterval(probe);
  client.release(true);
}

async function probeConnection(client: PoolClient, timeoutMs: number): Promise<void> {
  await client.query({ text: 'SELECT 1', query_timeout: timeoutMs } as QueryConfig);
}
