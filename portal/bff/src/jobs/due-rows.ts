/**
 * Work whose time stands in the row of what it is about: a payment that the provider is asked about until it is over, a
 * notice until it is sent. Whoever claims a row puts its next try off first. So nobody else has it meanwhile, no
 * transaction is open while others are called, and what a process leaves when it dies is tried again.
 */
import { sleep, systemClock } from '@gpulease/kube';
import { sql, type RawBuilder } from 'kysely';
import type { Logger } from '../http/logger.ts';

export interface DueRows {
  readonly table: 'recharge' | 'refund' | 'notice_delivery';
  /** The columns of its primary key. */
  readonly key: readonly string[];
  /** The columns with the number of tries, and with the time of the next. */
  readonly tries: string;
  readonly due: string;
  /** Which of its rows. */
  readonly where: RawBuilder<boolean>;
  /** When a row that is claimed now is due again. */
  readonly next: RawBuilder<Date>;
}

/** Claimed at once. */
const BATCH = 20;

/** Claims rows that are due, those that have waited longest first: an UPDATE that returns `returned`. */
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

/** A time from now that doubles with each try, such as from `5 seconds` to `5 minutes`. */
export function backOff(tries: string, from: string, to: string): RawBuilder<Date> {
  return sql`(billing_clock() + LEAST(${to}::interval, ${from}::interval * power(2, LEAST(${sql.ref(tries)}, 10))))`;
}

/** What `last_error` keeps of an error: the error and what caused it. */
export function errorText(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const text = cause === undefined ? String(error) : `${String(error)}: ${errorText(cause)}`;
  return text.slice(0, 1_000);
}

export interface Repeated {
  readonly log: Logger;
  readonly pauseMs: number;
  readonly signal: AbortSignal;
  /** What the log says of a round that failed. */
  readonly failed: string;
}

/** Does the work again and again, with pauses, until the signal aborts. A round that fails is logged. */
export async function keepDoing(
  { log, pauseMs, signal, failed }: Repeated,
  work: () => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    await work().catch((error: unknown) => log.error({ err: error }, failed));
    await sleep(systemClock, pauseMs, signal);
  }
}
