import type { Socket } from 'node:net';
import { childSpan } from '@gpulease/kube/tracing';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Database, Tables, Transaction } from './schema.ts';

/** Money is bigint; the driver's default for `int8` is a string. */
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, BigInt);

const STATEMENT_TIMEOUT_MS = 12_000;
/** How long the server may stay silent beyond the statement timeout. */
const SILENCE_MS = 5_000;

/**
 * Creates a pool of at most `max` connections; call `end()` when the process stops. So that one hanging request cannot
 * hold up the others, PostgreSQL ends a statement after `statementTimeoutMs` (0: never), a wait for a lock after
 * 10 seconds and an idle transaction after a minute. If the server itself hangs, the client closes a connection without
 * a response, and the request fails.
 */
export function createPool(
  connectionString: string,
  max = 20,
  statementTimeoutMs = STATEMENT_TIMEOUT_MS,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max,
    types,
    connectionTimeoutMillis: 10_000,
    statement_timeout: statementTimeoutMs,
    lock_timeout: 10_000,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  // The pool replaces an idle connection that breaks; without a listener, the error would end the process.
  pool.on('error', () => undefined);
  // The same applies to a connection that breaks between two statements of a transaction; the next statement fails anyway.
  pool.on('connect', (client) => client.on('error', () => undefined));
  if (statementTimeoutMs > 0)
    pool.on('connect', (client) => cutWhenSilent(client, statementTimeoutMs + SILENCE_MS));
  return pool;
}

/** The driver's internals of a connection: its socket, and whether no query is pending. */
interface Wire {
  readonly connection: { readonly stream: Socket };
  readonly readyForQuery: boolean;
}

/** Closes a silent connection only while a query is pending: an idle transaction may be waiting for another server. */
function cutWhenSilent(client: pg.PoolClient, silentMs: number): void {
  const wire = client as unknown as Wire;
  const { stream } = wire.connection;
  stream.setTimeout(silentMs, () => {
    if (!wire.readyForQuery) stream.destroy(new UnansweredError(silentMs));
  });
}

class UnansweredError extends Error {
  readonly code = 'ETIMEDOUT';

  constructor(silentMs: number) {
    super(`PostgreSQL has said nothing for ${silentMs / 1_000} seconds`);
  }
}

/** Runs `work` on a separate connection without our timeouts. */
export async function withClient<T>(
  connectionString: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Creates the typed query builder on a pool. */
export function createDatabase(pool: pg.Pool): Database {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

/** Runs `work` in one transaction (read committed). */
export function withTransaction<T>(
  database: Database,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  return childSpan('transaction', {}, () => database.transaction().execute(work));
}
