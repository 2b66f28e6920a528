import pg from 'pg';

const UNIQUE_VIOLATION = '23505';

/** The name of the unique constraint that an error says is violated. */
export function violatedConstraint(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION ? error.constraint : undefined;
}

/** Whether PostgreSQL refuses what a statement writes: a value out of range, or one that breaks a constraint or a trigger's rule. */
export function isRefusedWrite(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^(22|23|P0)/.test(error.code ?? '');
}

/** Whether a statement took too long (57014) or waited too long for a lock (55P03), as our limits end it. */
export function isTimeout(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '57014' || error.code === '55P03');
}
