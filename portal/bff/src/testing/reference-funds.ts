/** How far the money of a wallet reaches, computed order by order from what the tables say. */
import { due, unitSeconds, type Rate } from '@gpulease/contract/rating';
import type { Database } from '../database/schema.ts';

const DAY_SECONDS = 86_400;

interface Moment {
  readonly accountId: string;
  readonly at: Date;
}

export interface Funds {
  /** What the hold would be after a settlement, in fen. */
  readonly held: bigint;
  /** Until the money is used up, at most a day. */
  readonly seconds: number;
  /** The same, if each run that is charged owed two fen more. */
  readonly leastSeconds: number;
}

/** The funds of each order of the wallet that has a live hold, by the order's id. */
export async function referenceFunds(database: Database, moment: Moment): Promise<Map<string, Funds>> {
  const runs = await runsOf(database, moment.accountId);
  const running = new Set(runs.filter((run) => run.stopped_at === null).map((run) => run.order_id));
  const accrued = await accrualsOf(database, runs, moment);
  const holds = await holdsOf(database, moment.accountId);
  const { balance, held } = await walletOf(database, moment.accountId);

  const withHold = new Set(holds.map(({ orderId }) => orderId));
  let free = balance - held;
  for (const [id, amount] of accrued) if (!withHold.has(id)) free -= amount;
  if (free < 0n) free = 0n;
  const filled = holds.map(({ orderId, amount, target, ...rate }) => {
    const rest = amount - (accrued.get(orderId) ?? 0n);
    const added = target - rest < free ? target - rest : free;
    free -= added;
    return { orderId, amount: rest + added, burn: burnOf(rate) };
  });
  const charged = runs.filter(({ price, is_settled }) => price > 0n && !is_settled).length;
  const together = filled.reduce((sum, { orderId, burn }) => (running.has(orderId) ? sum + burn : sum), 0);
  return new Map(
    filled.map(({ orderId, amount, burn }) => {
      const all = running.has(orderId) ? together : together + burn;
      const secondsOf = (beyond: number) =>
        Math.min(Math.max(beyond / all + Number(amount) / burn, 0), DAY_SECONDS);
      const leastSeconds = secondsOf(Math.max(Number(free) - 2 * charged, 0));
      return [orderId, { held: amount, seconds: secondsOf(Number(free)), leastSeconds }];
    }),
  );
}

function walletOf(database: Database, accountId: string) {
  return database
    .selectFrom('wallet')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
}

function runsOf(database: Database, accountId: string) {
  return database.selectFrom('usage_segment').selectAll().where('account_id', '=', accountId).execute();
}

/** The live ones, in the order in which they are filled. */
function holdsOf(database: Database, accountId: string) {
  return database
    .selectFrom('hold')
    .innerJoin('workload_order as o', 'o.id', 'hold.order_id')
    .select(['o.id as orderId', 'amount', 'target', 'o.price', 'o.quantity', 'o.unit'])
    .where('hold.account_id', '=', accountId)
    .where('released_at', 'is', null)
    .orderBy('hold.id')
    .execute();
}

/** Fen a second. */
export function burnOf({ price, quantity, unit }: Rate): number {
  return Number(price * quantity) / Number(unitSeconds[unit]) / 10_000;
}

type Run = Rate & {
  readonly order_id: string;
  readonly charged_through: Date;
  readonly stopped_at: Date | null;
  readonly uncharged_from: Date | null;
};

/** What the runs of each order owe beyond what was charged. */
async function accrualsOf(
  database: Database,
  runs: readonly Run[],
  { at }: Moment,
): Promise<Map<string, bigint>> {
  const accrued = new Map<string, bigint>();
  for (const ofRate of Map.groupBy(runs, (run) => `${run.order_id}/${run.price}`).values()) {
    const [{ order_id: id, price, unit, quantity }] = ofRate as [Run];
    const rating = await database
      .selectFrom('usage_rating')
      .selectAll()
      .where('order_id', '=', id)
      .where('price', '=', price)
      .executeTakeFirst();
    const elapsed = ofRate.reduce((sum, run) => sum + uncharged(run, at), rating?.rated_ms ?? 0n);
    const owed = due({ price, unit, quantity }, elapsed) - (rating?.amount ?? 0n);
    accrued.set(id, (accrued.get(id) ?? 0n) + owed);
  }
  return accrued;
}

function uncharged(
  { charged_through: from, stopped_at: end, uncharged_from: notice }: Run,
  at: Date,
): bigint {
  const until =
    end ?? new Date(Math.max(from.getTime(), Math.min(at.getTime(), notice?.getTime() ?? Infinity)));
  return BigInt(until.getTime() - from.getTime());
}
