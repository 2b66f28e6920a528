import type { Socket } from 'node:net';
import { childSpan } from '@gpulease/kube/tracing';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Database, Tables, Transaction } from './schema.ts';

/** Money is bigint; the driver's default for `int8` is a string. */
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, BigInt);

const STATEMENT_TIMEOUT_MS = 12_000;
/** How much longer than a statement may take nothing may be heard of the server. */
const SILENCE_MS = 5_000;

/**
 * A pool of at most `max` connections; `end()` it when the process stops. PostgreSQL ends a statement after
 * `statementTimeoutMs` (0: never), a wait for a lock after 10 seconds and a transaction that does nothing after a minute,
 * so that one hanging request cannot hold up the others. A server that hangs itself ends nothing: a connection on which
 * no answer comes for longer than that is cut, and the request answered with an error.
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
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined);
  // The same applies to a connection that breaks between two statements of a transaction; the next statement fails anyway.
  pool.on('connect', (client) => client.on('error', () => undefined));
  if (statementTimeoutMs > 0)
    pool.on('connect', (client) => cutWhenSilent(client, statementTimeoutMs + SILENCE_MS));
  return pool;
}

/** The driver's view of a connection: its socket, whether it uses TLS, and whether every query is answered. */
interface Wire {
  readonly connection: { readonly stream: Socket };
  readonly readyForQuery: boolean;
}

/** Only where an answer is due: a transaction may wait for another server than this one. */
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

/** Does work on a connection of its own, without our time limits. */
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

/** The typed query builder on a pool. */
export function createDatabase(pool: pg.Pool): Database {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

/** Runs `work` in one transaction (read committed): all of it happens or none. */
export function withTransaction<T>(
  database: Database,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  return childSpan('transaction', {}, () => database.transaction().execute(work));
}
