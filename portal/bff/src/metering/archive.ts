/** Moves old usage out of the ledger into a file. Records, sums and all other postings stay. */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { sql } from 'kysely';
import { withTransaction } from '../database/database.ts';
import { midnight } from '../database/midnight.ts';
import type { Database } from '../database/schema.ts';

/** Transactions per batch; more if several share the last timestamp. */
const BATCH = 2_000;
/** Stops that are reported late are credited, and payments disputed, within this time. */
const LEAST_AGE = '90 days';

interface Moved {
  readonly id: bigint;
  readonly json: string;
}

/**
 * Moves usage before `month` (`YYYY-MM`, Asia/Shanghai) into a new file: gzip, one JSON line per transaction with its
 * entries and usage line. After an interruption, continue with another file. Requires the rights of the schema owner. Throws
 * if the file exists, the month is too recent, or the books before it are not settled and checked.
 */
export async function archiveUsage(owner: Database, month: string, file: string) {
  const before = await checkedBoundary(owner, month);
  let transactions = 0;
  let after = new Date(0);
  for (;;) {
    const until = await endOfBatch(owner, after, before);
    if (until === undefined) return { transactions };
    const moved = await readBatch(owner, { after, until });
    if (moved.length > 0) {
      await append(file, moved, transactions === 0);
      await remove(owner, moved, before);
    }
    transactions += moved.length;
    after = until;
  }
}

async function checkedBoundary(owner: Database, month: string): Promise<Date> {
  const { rows } = await sql<{ before: Date; old: boolean; settled: boolean; checked: boolean }>`
    WITH boundary AS (SELECT ${midnight(sql`${`${month}-01`}::date`)} AS before)
    SELECT before, before < billing_clock() - ${LEAST_AGE}::interval AS old,
      NOT EXISTS (SELECT FROM usage_segment WHERE charged_through < before AND price > 0 AND NOT is_settled) AS settled,
      NOT EXISTS (SELECT FROM ledger_transaction
        WHERE at < before AND id > (SELECT checked_through FROM books_check)) AS checked
    FROM boundary`.execute(owner);
  const [boundary] = rows;
  if (!boundary?.old)
    throw new Error(`Only usage older than ${LEAST_AGE} can be archived; choose an earlier month.`);
  if (!boundary.settled)
    throw new Error('Some usage before that month is not charged yet; let the worker run first.');
  if (!boundary.checked)
    throw new Error(
      'The books before that month are not checked yet; let the worker run for two hours first.',
    );
  return boundary.before;
}

/** Returns the end of the next batch; several transactions may share that timestamp. */
async function endOfBatch(owner: Database, after: Date, before: Date): Promise<Date | undefined> {
  const { rows } = await sql<{ until: Date | null }>`
    SELECT max(at) AS until FROM (
      SELECT at FROM ledger_transaction WHERE at > ${after} AND at < ${before} ORDER BY at LIMIT ${BATCH}) AS batch`.execute(
    owner,
  );
  return rows[0]?.until ?? undefined;
}

/** Skips the newest entry of a wallet, which the next one refers to, and entries whose correction is still in the ledger. */
async function readBatch(owner: Database, { after, until }: { after: Date; until: Date }): Promise<Moved[]> {
  const { rows } = await sql<Moved>`
    SELECT t.id, jsonb_build_object('transaction', to_jsonb(t), 'line', to_jsonb(l), 'entries', (
      SELECT jsonb_agg(to_jsonb(e)) FROM ledger_entry e WHERE e.transaction_id = t.id))::text AS json
    FROM ledger_transaction t JOIN usage_line l ON l.transaction_id = t.id
    WHERE t.at > ${after} AND t.at <= ${until} AND t.kind IN ('USAGE', 'USAGE_CREDIT')
      AND NOT EXISTS (SELECT FROM ledger_entry e JOIN wallet w USING (account_id, sequence) WHERE e.transaction_id = t.id)
      AND NOT EXISTS (SELECT FROM ledger_transaction c WHERE c.corrects = t.id)
    ORDER BY t.id`.execute(owner);
  return rows;
}

/** Appends to the file and flushes it to disk. Concatenated gzip streams form one valid file. */
async function append(file: string, moved: readonly Moved[], isFirst: boolean): Promise<void> {
  const lines = moved.map(({ json }) => `${json}\n`);
  await pipeline(
    Readable.from(lines),
    createGzip(),
    createWriteStream(file, { flags: isFirst ? 'wx' : 'a', flush: true }),
  );
}

async function remove(owner: Database, moved: readonly Moved[], before: Date): Promise<void> {
  const ids = moved.map(({ id }) => id);
  await withTransaction(owner, async (transaction) => {
    await sql`SET LOCAL gpulease.archiving = 'on'`.execute(transaction);
    await sql`UPDATE books_check SET archived_before = GREATEST(
      archived_before, (${before}::timestamptz AT TIME ZONE 'Asia/Shanghai')::date)`.execute(transaction);
    await sql`DELETE FROM usage_line WHERE transaction_id = ANY(${ids})`.execute(transaction);
    await sql`
      WITH gone AS (DELETE FROM ledger_entry WHERE transaction_id = ANY(${ids}) RETURNING account_id, amount, sequence)
      INSERT INTO archived_entries AS archived (account_id, entries, amount, through)
      SELECT account_id, count(*), sum(amount), max(sequence) FROM gone GROUP BY account_id
      ON CONFLICT (account_id) DO UPDATE SET entries = archived.entries + excluded.entries,
        amount = archived.amount + excluded.amount, through = GREATEST(archived.through, excluded.through)`.execute(
      transaction,
    );
    await sql`DELETE FROM ledger_transaction WHERE id = ANY(${ids})`.execute(transaction);
  });
}
