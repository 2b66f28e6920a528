import pg from 'pg';

const UNIQUE_VIOLATION = '23505';

/** Returns the name of the violated unique constraint; undefined for any other error. */
export function violatedConstraint(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION ? error.constraint : undefined;
}

/** Whether PostgreSQL refused a write: a value is out of range or violates a constraint or a trigger's rule. */
export function isRefusedWrite(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^(22|23|P0)/.test(error.code ?? '');
}

/** Whether a timeout ended a statement (57014) or its wait for a lock (55P03). */
export function isTimeout(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '57014' || error.code === '55P03');
}

/** The driver's messages for a lost connection, which have no code; a rollback after that fails with the second. */
const LOST_CONNECTION =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/;

function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('message' in error && LOST_CONNECTION.test(String(error.message))) return '08006';
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Socket and DNS error codes of an unreachable server. */
const unreachable = [
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN'],
];

/**
 * Whether PostgreSQL cannot be reached or cannot answer now: SQLSTATE classes 08 (connection), 53 (resources) and 57P
 * (shutdown), read-only (25006), our timeouts of transactions (25P03), locks (55P03) and statements (57014), and the
 * socket's own errors.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  return (
    code !== undefined && (/^(08|53|57P|25006|25P03|55P03|57014)/.test(code) || unreachable.includes(code))
  );
}
