/** Random interleavings of everything that moves a customer's money, against a reference calculation. */
import { due } from '@gpulease/contract/rating';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { sql } from 'kysely';
import { withTransaction } from '../database/database.ts';
import { billingClock } from '../ledger/ledger.ts';
import { placeHold, releaseHold } from '../ledger/holds.ts';
import { settle } from './settlement.ts';
import { aCustomer, anOrder, endRun, give, openBooks, walletState, type Books } from '../testing/books.ts';
import { lockWallets, walletOf } from '../ledger/wallets.ts';

jest.setTimeout(600_000);

let books: Books;
beforeAll(async () => {
  books = await openBooks();
});
afterAll(() => books.close());

type Step =
  | { readonly do: 'recharge'; readonly fen: bigint }
  | { readonly do: 'start'; readonly order: number; readonly price: bigint }
  | { readonly do: 'stop'; readonly order: number }
  /** A spot notice, which billing sees late, or its withdrawal. */
  | { readonly do: 'notice'; readonly order: number; readonly secondsAgo: number }
  | { readonly do: 'settle' }
  | { readonly do: 'wait'; readonly seconds: number };

const order = fc.nat({ max: 2 });
/** The constants make prices repeat in later runs of the same order. */
const price = fc.oneof(fc.constantFrom(300_000n, 1_580_000n, 17_800_000n), fc.bigInt(1n, 20_000_000n));
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('recharge' as const), fen: fc.bigInt(1n, 2_000n) }),
  fc.record({ do: fc.constant('start' as const), order, price }),
  fc.record({ do: fc.constant('stop' as const), order }),
  fc.record({ do: fc.constant('notice' as const), order, secondsAgo: fc.nat({ max: 4_000 }) }),
  fc.record({ do: fc.constant('settle' as const) }),
  fc.record({ do: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 9_000 }) }),
);

interface ReferenceRun {
  readonly order: number;
  readonly price: bigint;
  readonly from: Date;
  noticed?: Date | undefined;
  until?: Date;
  segment: bigint;
}

/** One customer with three orders, in the books and in the reference. */
class Customer {
  paid = 0n;
  readonly runs: ReferenceRun[] = [];
  readonly #open = new Map<number, ReferenceRun>();
  readonly #userId: string;
  readonly #orderIds: readonly string[];
  #ahead: number;

  constructor(userId: string, orderIds: readonly string[], ahead: number) {
    this.#userId = userId;
    this.#orderIds = orderIds;
    this.#ahead = ahead;
  }

  async take(action: Step): Promise<void> {
    switch (action.do) {
      case 'recharge':
        this.paid += action.fen;
        return give(books.database, this.#userId, action.fen);
      case 'start':
        return this.#start(action.order, action.price);
      case 'stop':
        return this.#stop(action.order);
      case 'notice':
        return this.#notice(action.order, action.secondsAgo);
      case 'settle':
        return this.#settle();
      case 'wait':
        this.#ahead += action.seconds * 1_000;
        return books.putClockAhead(this.#ahead);
    }
  }

  /** Settles, holds an hour's price if available, and starts a run immediately. */
  async #start(index: number, price: bigint): Promise<void> {
    if (this.#open.has(index)) return;
    const orderId = this.#orderIds[index] ?? '';
    const accountId = walletOf(this.#userId);
    await withTransaction(books.database, async (transaction) => {
      const { at } = await settle(transaction, [accountId]);
      await releaseHold(transaction, orderId);
      const amount = due({ price, unit: 'HOUR', quantity: 1n }, 3_600_000n);
      const hold = { orderId, accountId, price, unit: 'HOUR' as const, amount };
      if ((await placeHold(transaction, hold)) > 0n) return;
      const { rows } = await sql<{ id: bigint }>`
        INSERT INTO usage_segment (order_id, account_id, workload_uid, run_id, price, unit, quantity, started_at,
          charged_through)
        SELECT id, account_id, workload_uid, gen_random_uuid(), ${price}, 'HOUR', 1, ${at}, ${at}
        FROM workload_order WHERE id = ${orderId} RETURNING id`.execute(transaction);
      const run: ReferenceRun = { order: index, price, from: at, segment: rows[0]?.id ?? 0n };
      this.runs.push(run);
      this.#open.set(index, run);
    });
  }

  async #stop(index: number): Promise<void> {
    const run = this.#open.get(index);
    if (!run) return;
    run.until = run.noticed ?? (await billingClock(books.database));
    this.#open.delete(index);
    await endRun(books, run.segment, run.until);
    await withTransaction(books.database, async (transaction) => {
      await lockWallets(transaction, [walletOf(this.#userId)]);
      await settle(transaction, [walletOf(this.#userId)]);
      await releaseHold(transaction, this.#orderIds[index] ?? '');
    });
  }

  async #notice(index: number, secondsAgo: number): Promise<void> {
    const run = this.#open.get(index);
    if (!run) return;
    const at = (await billingClock(books.database)).getTime() - secondsAgo * 1_000;
    run.noticed = run.noticed ? undefined : new Date(Math.max(run.from.getTime(), at));
    await books.database
      .updateTable('usage_segment')
      .set({ uncharged_from: run.noticed ?? null })
      .where('id', '=', run.segment)
      .execute();
  }

  async #settle(): Promise<void> {
    await withTransaction(books.database, (transaction) => settle(transaction, [walletOf(this.#userId)]));
  }

  async stopAll(): Promise<void> {
    for (const index of [...this.#open.keys()]) await this.#stop(index);
  }

  /** Returns the cost of the runs: the time per order and price, summed and rounded once. */
  cost(): bigint {
    const elapsed = new Map<string, bigint>();
    for (const { order: index, price, from, until } of this.runs) {
      const key = `${index}/${price}`;
      const ms = BigInt((until?.getTime() ?? 0) - from.getTime());
      elapsed.set(key, (elapsed.get(key) ?? 0n) + ms);
    }
    return [...elapsed].reduce((sum, [key, ms]) => {
      const price = BigInt(key.split('/')[1] ?? 0);
      return sum + due({ price, unit: 'HOUR', quantity: 1n }, ms);
    }, 0n);
  }

  async writtenOff(): Promise<bigint> {
    const { rows } = await sql<{ sum: bigint }>`
      SELECT COALESCE(sum(written_off), 0)::bigint AS sum FROM usage_segment
      WHERE account_id = ${walletOf(this.#userId)}`.execute(books.database);
    return rows[0]?.sum ?? 0n;
  }
}

describe('a customer’s money', () => {
  it('equals the payments minus the cost of the runs, whatever happens in whatever order', async () => {
    let ahead = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        const userId = await aCustomer(books);
        const orders = [];
        for (let index = 0; index < 3; index += 1) orders.push(await anOrder(books, userId, { hold: 0n }));
        const customer = new Customer(
          userId,
          orders.map(({ orderId }) => orderId),
          ahead,
        );
        for (const action of steps) {
          await customer.take(action);
          if (action.do === 'wait') ahead += action.seconds * 1_000;
        }
        await customer.stopAll();
        const cost = customer.cost();
        const { balance, held } = await walletState(books, userId);
        expect(held).toBe(0n);
        expect(balance).toBe(customer.paid - (cost - (await customer.writtenOff())));
        expect(await books.violations()).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });
});
