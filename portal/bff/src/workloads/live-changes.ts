/** Announces changes in the books to all servers, outside the transactions that made them. */
import { sleep, systemClock } from '@gpulease/kube';
import { sql } from 'kysely';
import { loggingOutages } from '../database/outages.ts';
import type { Database } from '../database/schema.ts';
import type { Logger } from '../http/logger.ts';

/** The notification channel that servers listen to. */
export const LIVE_CHANNEL = 'live';

const POLL_MS = 250;
const BATCH = 1_000;

/** Forwards changes until aborted. With several servers, one of them announces each change to all. */
export async function forwardChanges(database: Database, log: Logger, signal: AbortSignal): Promise<void> {
  const attempt = loggingOutages(log, {
    began: 'Could not forward changes to browsers, will retry',
    over: 'Forwarding changes to browsers again',
  });
  while (!signal.aborted) {
    const count = (await attempt(() => forward(database))) ?? 0;
    if (count < BATCH) await sleep(systemClock, POLL_MS, signal);
  }
}

/** Announces the oldest changes and deletes them. Returns their number. */
async function forward(database: Database): Promise<number> {
  const { rows } = await sql`
    WITH told AS (
      DELETE FROM live_change
      WHERE id IN (SELECT id FROM live_change ORDER BY id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
      RETURNING id, payload
    )
    SELECT pg_notify(${LIVE_CHANNEL}, payload) FROM (SELECT payload FROM told ORDER BY id) AS change`.execute(
    database,
  );
  return rows.length;
}
