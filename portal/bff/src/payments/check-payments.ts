/** Checks open payments, in one loop per provider so that a hanging one does not block others, and collects debts. */
import { span } from '@gpulease/kube/tracing';
import { sql } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { Logger } from '../http/logger.ts';
import { withRequestId } from '../http/request-id.ts';
import { backOff, claimDue, errorText, keepDoing } from '../jobs/due-rows.ts';
import { executeRefund } from './execute-refund.ts';
import { checkRecharge } from './check-recharge.ts';
import { usableMethods, type Providers, type RechargeMethod } from './providers.ts';
import { collectDue } from './receivables.ts';
import { reconcileDue } from './reconciliation.ts';

const PAUSE_MS = 2_000;

interface Options {
  readonly database: Database;
  readonly providers: Providers;
  readonly log: Logger;
  /** The polling interval; shorter in tests. */
  readonly pauseMs?: number;
}

/** Runs until stopped. Several processes may run concurrently. */
export function startPayments(options: Options) {
  const { log, pauseMs = PAUSE_MS } = options;
  const stopping = new AbortController();
  const failed = 'Could not check payments, will retry';
  const keep = (work: () => Promise<void>) =>
    keepDoing({ log, pauseMs, failed, signal: stopping.signal }, work);
  const loops = usableMethods(options.providers).flatMap((method) => [
    keep(() => checkDue(options, method)),
    keep(() => reconcileDue(options, method)),
  ]);
  loops.push(keep(() => collectDue(options)));
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}

/** Checks what is due with one provider; failed checks are retried later. */
export async function checkDue(options: Options, method: RechargeMethod): Promise<void> {
  const { database, providers } = options;
  const checkAll = async (table: Table, work: (id: string) => Promise<unknown>) => {
    const due = await claimChecks(database, table, method);
    await Promise.all(
      due.map(({ id, requestId }) =>
        withRequestId(requestId, () => check(options, { table, id }, () => work(id))),
      ),
    );
  };
  await Promise.all([
    checkAll('recharge', (id) => checkRecharge(database, providers, { id, method })),
    checkAll('refund', (id) => executeRefund(database, providers, id)),
  ]);
}

const nextCheck = backOff('checks', '5 seconds', '5 minutes');
const nextOf = {
  /** A recharge that is about to expire is checked at its expiry. */
  recharge: sql<Date>`CASE WHEN expires_at > billing_clock() THEN LEAST(${nextCheck}, expires_at) ELSE ${nextCheck} END`,
  refund: nextCheck,
};
type Table = keyof typeof nextOf;

/** Claims due open recharges, or refunds without a final answer; no other worker gets them before their next check. */
async function claimChecks(database: Database, table: Table, method: RechargeMethod) {
  const where = sql<boolean>`status = 'PENDING' AND method = ${method}`;
  const due = { table, key: ['id'], tries: 'checks', due: 'next_check_at', next: nextOf[table], where };
  const returned = sql`id, request_id AS "requestId"`;
  return (await claimDue<{ id: string; requestId: string | null }>(due, returned).execute(database)).rows;
}

/** Runs a check, and stores its error, or null, in the row. */
async function check(
  { database, log }: Options,
  { table, id }: { readonly table: Table; readonly id: string },
  work: () => Promise<unknown>,
): Promise<void> {
  let failure: string | null = null;
  try {
    await span(`check ${table}`, { onlyWithOthers: true, attributes: { [`gpulease.${table}`]: id } }, work);
  } catch (error) {
    log.warn({ err: error, [table]: id }, 'Could not check a payment, will retry');
    failure = errorText(error);
  }
  await sql`
    UPDATE ${sql.table(table)} SET last_error = ${failure}
    WHERE id = ${id} AND last_error IS DISTINCT FROM ${failure}`.execute(database);
}
