/** Takes due dunning steps. Any number of workers may run concurrently; each step is taken once. */
import { soonest } from '@gpulease/kube';
import { sql } from 'kysely';
import type { Database, Transaction } from '../database/schema.ts';
import { errorText } from '../jobs/due-rows.ts';
import { notify } from '../notices/notify.ts';
import { enqueue } from '../jobs/outbox.ts';
import { DESTROY_TOPIC, type DestroyPayload } from './destroy.ts';
import { readDunningFacts, type AccountFacts } from './facts.ts';
import type { DunningSchedule } from './schedule.ts';
import { decideDunning, nextPeriods, stepId, type DunningDecision, type Step } from './steps.ts';
import { stopMachines } from './stop-machines.ts';

/** Maximum number of wallets that `dueWallets` returns. */
export const DUE_WALLETS = 500;

export interface DueWallet {
  readonly accountId: string;
  /** The wallet's change count when it was found due. */
  readonly changes: bigint;
}

/** Returns wallets whose review is due, the longest waiting first. */
export async function dueWallets(database: Database): Promise<DueWallet[]> {
  const { rows } = await sql<DueWallet>`
    SELECT account_id AS "accountId", changes FROM dunning
    WHERE look_at <= (SELECT billing_clock()) ORDER BY look_at LIMIT ${DUE_WALLETS}`.execute(database);
  return rows;
}

/** Records why a review failed and schedules the next one after `retryMs`, unless an earlier one is scheduled. */
export async function reviewLater(
  database: Database,
  accountId: string,
  { error, retryMs }: { readonly error: unknown; readonly retryMs: number },
): Promise<void> {
  await sql`
    UPDATE dunning SET attempts = attempts + 1, last_error = ${errorText(error)},
      look_at = CASE WHEN look_at > billing_clock() THEN LEAST(look_at, at) ELSE at END
    FROM (SELECT billing_clock() + ${retryMs} * interval '1 ms' AS at) AS later
    WHERE account_id = ${accountId}`.execute(database);
}

/** Reviews one wallet, which stays due if it changed since it was found. Returns false if another worker reviews or has reviewed it. */
export async function reviewWallet(
  transaction: Transaction,
  { accountId, changes }: DueWallet,
  schedule: DunningSchedule,
): Promise<boolean> {
  const present = await lockDue(transaction, accountId);
  if (!present) return false;
  const facts = await readDunningFacts(transaction, accountId);
  const decision = decideDunning(facts, schedule);
  await writeSteps(transaction, facts, decision);
  const next = present.changes === changes ? decision.later.map(({ at }) => at) : [facts.at];
  await reviewNext(transaction, facts, [...next, ...nextPeriods(facts)]);
  for (const step of decision.take) await take(transaction, facts, step);
  await stopMachines(transaction, facts);
  return true;
}

/** Locks the wallet, then its row: any later change to the facts waits, and then schedules another review. */
async function lockDue(transaction: Transaction, accountId: string): Promise<DueWallet | undefined> {
  const wallet = sql`SELECT FROM wallet WHERE account_id = ${accountId} FOR UPDATE SKIP LOCKED`;
  if ((await wallet.execute(transaction)).rows.length === 0) return undefined;
  const { rows: due } = await sql<DueWallet>`
    SELECT account_id AS "accountId", changes FROM dunning
    WHERE account_id = ${accountId} AND look_at <= billing_clock() FOR UPDATE`.execute(transaction);
  return due[0];
}

async function writeSteps(
  transaction: Transaction,
  { accountId, at }: AccountFacts,
  { later, take, leaveOut }: DunningDecision,
): Promise<void> {
  const open = sql`DELETE FROM dunning_step WHERE account_id = ${accountId} AND done_at IS NULL`;
  await open.execute(transaction);
  const toRow = ({ order, subject, kind, mark, episode, at: due_at }: Step, done_at: Date | null) => ({
    ...{ account_id: accountId, order_id: order?.id ?? null, subject, kind, mark, episode, due_at, done_at },
  });
  const rows = [
    ...later.map((step) => toRow(step, null)),
    ...[...take, ...leaveOut].map((step) => toRow(step, at)),
  ];
  if (rows.length > 0) await transaction.insertInto('dunning_step').values(rows).execute();
}

async function reviewNext(
  transaction: Transaction,
  { accountId, fundsEndAt }: AccountFacts,
  times: readonly Date[],
): Promise<void> {
  await transaction
    .updateTable('dunning')
    .set({ look_at: soonest(...times) ?? null, funds_end_at: fundsEndAt, attempts: 0, last_error: null })
    .where('account_id', '=', accountId)
    .execute();
}

async function take(transaction: Transaction, { userId, orders }: AccountFacts, step: Step): Promise<void> {
  const { kind, order, subject, mark, episode, until } = step;
  if (kind === 'DESTROY') {
    const payload: DestroyPayload = { episode: episode.toISOString() };
    return enqueue(transaction, DESTROY_TOPIC, subject, payload);
  }
  const perHour = BigInt(orders.reduce((sum, one) => sum + one.perHour, 0));
  await notify(transaction, {
    ...{ userId, kind, key: stepId(step), subject, until },
    ...(order && { workload: order.name }),
    ...(kind === 'SPENDING_HOUR' && { perHour, amount: BigInt(mark) }),
  });
}
