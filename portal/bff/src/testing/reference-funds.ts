/** Computes from the tables, order by order, how long the funds of a wallet last. */
import { due, unitSeconds, type Rate } from '@gpulease/contract/rating';
import type { Database } from '../database/schema.ts';

const DAY_SECONDS = 86_400;

interface Moment {
  readonly accountId: string;
  readonly at: Date;
}

export interface Funds {
  /** The hold after a settlement, in fen. */
  readonly held: bigint;
  /** Seconds until the funds are used up, at most a day. */
  readonly seconds: number;
  /** The same, if each charged run owed two fen more and no overcharge came back. */
  readonly leastSeconds: number;
}

/** Returns the funds of each of the wallet's orders with a live hold, by the order's id. */
export async function referenceFunds(database: Database, moment: Moment): Promise<Map<string, Funds>> {
  const runs = await runsOf(database, moment.accountId);
  const running = new Set(runs.filter((run) => run.stopped_at === null).map((run) => run.order_id));
  const charges = await chargesOf(database, runs, moment);
  const holds = await holdsOf(database, moment.accountId);
  const { balance, held } = await walletOf(database, moment.accountId);

  let free = balance - held;
  const drawn = holds.map(({ orderId, amount, ...hold }) => {
    const cost = charges.get(orderId)?.cost ?? 0n;
    const rest = amount > cost ? amount - cost : 0n;
    return { ...hold, orderId, rest, drawn: amount - rest };
  });
  for (const { cost } of charges.values()) free -= cost;
  for (const { drawn: paid } of drawn) free += paid;
  if (free < 0n) free = 0n;
  const credits = [...charges.values()].reduce((sum, { credit }) => sum + credit, 0n);
  free += credits;
  const filled = drawn.map(({ orderId, rest, target, price, quantity, unit }) => {
    const added = target - rest < free ? target - rest : free;
    free -= added;
    return { orderId, amount: rest + added, burn: burnOf({ price, quantity, unit }) };
  });
  const charged = runs.filter(({ price, is_settled }) => price > 0n && !is_settled).length;
  const together = filled.reduce((sum, { orderId, burn }) => (running.has(orderId) ? sum + burn : sum), 0);
  return new Map(
    filled.map(({ orderId, amount, burn }) => {
      const all = running.has(orderId) ? together : together + burn;
      const secondsOf = (beyond: number) =>
        Math.min(Math.max(beyond / all + Number(amount) / burn, 0), DAY_SECONDS);
      const leastSeconds = secondsOf(Math.max(Number(free - credits) - 2 * charged, 0));
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

/** Returns the live holds in the order in which they are filled. */
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

/** Returns fen per second. */
export function burnOf({ price, quantity, unit }: Rate): number {
  return Number(price * quantity) / Number(unitSeconds[unit]) / 10_000;
}

type Run = Rate & {
  readonly id: bigint;
  readonly order_id: string;
  readonly charged_through: Date;
  readonly stopped_at: Date | null;
  readonly uncharged_from: Date | null;
  readonly written_off: bigint;
};

interface Charges {
  cost: bigint;
  /** What overcharged runs give back. */
  credit: bigint;
}

/** Returns what the runs of each order owe and give back beyond earlier charges. */
async function chargesOf(
  database: Database,
  runs: readonly Run[],
  { at }: Moment,
): Promise<Map<string, Charges>> {
  const charges = new Map<string, Charges>();
  for (const ofRate of Map.groupBy(runs, (run) => `${run.order_id}/${run.price}`).values()) {
    const [{ order_id: id, price, unit, quantity }] = ofRate as [Run];
    const ofOrder = charges.get(id) ?? { cost: 0n, credit: 0n };
    charges.set(id, ofOrder);
    const rating = await database
      .selectFrom('usage_rating')
      .selectAll()
      .where('order_id', '=', id)
      .where('price', '=', price)
      .executeTakeFirst();
    let elapsed = rating?.rated_ms ?? 0n;
    let booked = rating?.amount ?? 0n;
    for (const run of ofRate.toSorted(closedFirst)) {
      elapsed += uncharged(run, at);
      const owed = due({ price, unit, quantity }, elapsed);
      if (owed > booked) ofOrder.cost += owed - booked;
      else if (booked - owed > run.written_off) ofOrder.credit += booked - owed - run.written_off;
      booked = owed;
    }
  }
  return charges;
}

function closedFirst(one: Run, other: Run): number {
  const isOpen = (run: Run) => Number(run.stopped_at === null);
  return isOpen(one) - isOpen(other) || Number(one.id - other.id);
}

function uncharged(
  { charged_through: from, stopped_at: end, uncharged_from: notice }: Run,
  at: Date,
): bigint {
  const until =
    end ?? new Date(Math.max(from.getTime(), Math.min(at.getTime(), notice?.getTime() ?? Infinity)));
  return BigInt(until.getTime() - from.getTime());
}
