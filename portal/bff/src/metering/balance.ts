/** A customer's balance, and how long it lasts. */
import type { Balance } from '@gpulease/contract/me';
import { formatPrice } from '@gpulease/contract/money';
import { sql } from 'kysely';
import type { Database } from '../database/schema.ts';
import { formatAmounts } from '../ledger/amounts.ts';
import { walletOf } from '../ledger/wallets.ts';
import { burnPerHour, used } from './sums.ts';

interface BalanceRow {
  balance: bigint;
  held: bigint;
  accrued: bigint;
  /** Micro-yuan per hour. */
  burn: bigint;
  running: bigint;
  spent: bigint;
  /** Refunds beyond the balance. */
  owed: bigint;
}

/** Returns the customer's balance as of now, including usage that is not charged yet. */
export async function readBalance(database: Database, userId: string): Promise<Balance> {
  const { rows } = await sql<BalanceRow>`
    WITH clock AS MATERIALIZED (SELECT billing_clock() AS at),
    accrual AS (
      SELECT COALESCE(sum(amount), 0)::bigint AS accrued FROM clock, accruals(ARRAY[${walletOf(userId)}], clock.at)
    ),
    running AS (
      SELECT COALESCE(${burnPerHour}, 0)::bigint AS burn, count(*) AS running
      FROM usage_segment WHERE account_id = ${walletOf(userId)} AND stopped_at IS NULL
    ),
    month AS (
      SELECT -COALESCE(sum(amount), 0)::bigint AS spent FROM wallet_sum, clock
      WHERE account_id = ${walletOf(userId)} AND span = 'DAY' AND ${used}
        AND starts_at >= date_trunc('month', clock.at, 'Asia/Shanghai')
    )
    SELECT w.balance, w.held, accrual.*, running.*, month.spent, (
      SELECT COALESCE(sum(amount - collected - written_off), 0)::bigint FROM receivable
      WHERE account_id = w.account_id AND settled_at IS NULL) AS owed
    FROM wallet w, accrual, running, month WHERE w.user_id = ${userId}`.execute(database);
  const [row] = rows;
  return toBalance(row ?? { balance: 0n, held: 0n, accrued: 0n, burn: 0n, running: 0n, spent: 0n, owed: 0n });
}

function toBalance({ balance, held, accrued, burn, running, spent, owed }: BalanceRow): Balance {
  const left = atLeastZero(balance - accrued);
  const available = atLeastZero(balance - held - accrued);
  return {
    ...formatAmounts({ balance, held, accrued, owed, available, spentThisMonth: spent }),
    burnPerHour: formatPrice(burn),
    runwayHours: burn === 0n ? null : Number((left * 1_000_000n) / burn) / 100,
    runningWorkloads: Number(running),
  };
}

function atLeastZero(fen: bigint): bigint {
  return fen > 0n ? fen : 0n;
}
