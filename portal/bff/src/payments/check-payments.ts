/**
 * Checks open payments with their providers, each in its own loop so that a hanging one does not block the others, and
 * collects customers' debts.
 */
import { span } from '@gpulease/kube/tracing';
import { sql } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { Logger } from '../http/logger.ts';
import { withRequestId } from '../http/request-id.ts';
import { errorText, keepDoing } from '../jobs/due-rows.ts';
import { carryOutRefund } from './carry-out-refund.ts';
import { checkRecharge } from './check-recharge.ts';
import { claimChecks } from './claim-checks.ts';
import { usableProviders, type Providers, type RechargeMethod } from './providers.ts';
import { collectDue } from './receivables.ts';
import { reconcileDue } from './reconciliation.ts';

const PAUSE_MS = 2_000;

export interface PaymentsOptions {
  readonly database: Database;
  readonly providers: Providers;
  readonly log: Logger;
  /** The polling interval; shorter in tests. */
  readonly pauseMs?: number;
}

export interface Payments {
  stop(): Promise<void>;
}

/** Runs until stopped. Any number of processes may run at once. */
export function startPayments(options: PaymentsOptions): Payments {
  const { log, pauseMs = PAUSE_MS } = options;
  const stopping = new AbortController();
  const failed = 'Payments could not be checked, will be tried again';
  const keep = (work: () => Promise<void>) =>
    keepDoing({ log, pauseMs, failed, signal: stopping.signal }, work);
  const loops = usableProviders(options.providers).flatMap(([method]) => [
    keep(() => checkDue(options, method)),
    keep(() => reconcileDue(options, method)),
  ]);
  const collecting = keep(() => collectDue(options));
  return {
    async stop() {
      stopping.abort();
      await Promise.all([...loops, collecting]);
    },
  };
}

/** Checks what is due with one provider; a check that fails is repeated later. */
export async function checkDue(options: PaymentsOptions, method: RechargeMethod): Promise<void> {
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
    checkAll('refund', (id) => carryOutRefund(database, providers, id)),
  ]);
}

type Table = 'recharge' | 'refund';

interface Checked {
  readonly table: Table;
  readonly id: string;
}

/** Keeps in the row why the newest check failed. */
async function check(
  { database, log }: PaymentsOptions,
  { table, id }: Checked,
  work: () => Promise<unknown>,
): Promise<void> {
  let failure: string | null = null;
  try {
    await span(`check ${table}`, { onlyWithOthers: true, attributes: { [`gpulease.${table}`]: id } }, work);
  } catch (error) {
    log.warn({ err: error, [table]: id }, 'A payment was not checked, will be tried again');
    failure = errorText(error);
  }
  await sql`
    UPDATE ${sql.table(table)} SET last_error = ${failure}
    WHERE id = ${id} AND last_error IS DISTINCT FROM ${failure}`.execute(database);
}
