/**
 * Checks open payments with their providers, each in its own loop so that a hanging one does not block the others, and
 * collects customers' debts.
 */
import { sleep, systemClock } from '@gpulease/kube';
import type { Database } from '../database/schema.ts';
import type { Logger } from '../http/logger.ts';
import { carryOutRefund } from './carry-out-refund.ts';
import { checkRecharge } from './check-recharge.ts';
import { claimRecharges, claimRefunds } from './due.ts';
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
  const stopping = new AbortController();
  const loops = usableProviders(options.providers).flatMap(([method]) => [
    keepDoing(options, stopping.signal, () => checkDue(options, method)),
    keepDoing(options, stopping.signal, () => reconcileDue(options, method)),
  ]);
  const collecting = keepDoing(options, stopping.signal, () => collectDue(options));
  return {
    async stop() {
      stopping.abort();
      await Promise.all([...loops, collecting]);
    },
  };
}

/** Checks what is due with one provider; failures are retried in the next round. */
export async function checkDue(
  { database, providers, log }: PaymentsOptions,
  method: RechargeMethod,
): Promise<void> {
  const recharges = (await claimRecharges(database, method)).map((recharge) =>
    checkRecharge(database, providers, recharge).catch((error: unknown) => {
      log.warn({ err: error, recharge: recharge.id }, 'A recharge could not be checked, will be tried again');
    }),
  );
  const refunds = (await claimRefunds(database, method)).map(({ id }) =>
    carryOutRefund(database, providers, id).catch((error: unknown) => {
      log.warn({ err: error, refund: id }, 'A refund was not carried out, will be tried again');
    }),
  );
  await Promise.all([...recharges, ...refunds]);
}

async function keepDoing(
  { log, pauseMs = PAUSE_MS }: PaymentsOptions,
  signal: AbortSignal,
  work: () => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    await work().catch((error: unknown) => {
      log.error({ err: error }, 'Payments could not be checked, will be tried again');
    });
    await sleep(systemClock, pauseMs, signal);
  }
}
