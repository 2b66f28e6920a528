/**
 * Work that is scheduled in the row that it concerns: a payment is polled until it completes, a notice is retried until
 * it is sent. A claim first postpones the row's next try. Therefore no other process takes the row meanwhile, no
 * transaction stays open during external calls, and the work of a process that dies is retried.
 */
import { sleep, systemClock } from '@gpulease/kube';
import { sql, type RawBuilder } from 'kysely';
import type { Logger } from '../http/logger.ts';

export interface DueRows {
  readonly table: 'recharge' | 'refund' | 'notice_delivery';
  /** The columns of its primary key. */
  readonly key: readonly string[];
  /** The columns with the number of tries and the time of the next one. */
  readonly tries: string;
  readonly due: string;
  /** Selects the rows that need work. */
  readonly where: RawBuilder<boolean>;
  /** When a row that is claimed now is due again. */
  readonly next: RawBuilder<Date>;
}

/** Rows per claim. */
const BATCH = 20;

/** Returns an UPDATE that claims due rows, the longest waiting first, and returns `returned`. */
export function claimDue<Row>(rows: DueRows, returned: RawBuilder<unknown>): RawBuilder<Row> {
  const { where, next } = rows;
  const [table, tries, due] = [sql.table(rows.table), sql.ref(rows.tries), sql.ref(rows.due)];
  const key = sql.join(rows.key.map((column) => sql.ref(column)));
  return sql<Row>`
    UPDATE ${table} SET ${tries} = ${tries} + 1, ${due} = ${next}
    WHERE (${key}) IN (
      SELECT ${key} FROM ${table} WHERE ${where} AND ${due} <= (SELECT billing_clock())
      ORDER BY ${due} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
    RETURNING ${returned}`;
}

/** Returns a time whose distance from now doubles with each try, such as from `5 seconds` to `5 minutes`. */
export function backOff(tries: string, from: string, to: string): RawBuilder<Date> {
  return sql`(billing_clock() + LEAST(${to}::interval, ${from}::interval * power(2, LEAST(${sql.ref(tries)}, 10))))`;
}

/** Returns the text of an error and its causes for `last_error`. */
export function errorText(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const text = cause === undefined ? String(error) : `${String(error)}: ${errorText(cause)}`;
  return text.slice(0, 1_000);
}

export interface Repeated {
  readonly log: Logger;
  readonly pauseMs: number;
  readonly signal: AbortSignal;
  /** Log message for a failed round. */
  readonly failed: string;
}

/** Repeats the work with pauses until the signal aborts. Logs failed rounds. */
export async function keepDoing(
  { log, pauseMs, signal, failed }: Repeated,
  work: () => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    await work().catch((error: unknown) => log.error({ err: error }, failed));
    await sleep(systemClock, pauseMs, signal);
  }
}
