/**
 * Compares orders of every mode and unit, with random prices, runs and settlement times, to the fen with the reference
 * calculation. `SEED=… RUNS=…` repeats a run; every failure states the seed.
 */
import { randomUUID } from 'node:crypto';
import type { PricingPolicy, Workload, WorkloadSpec } from '@gpulease/crds';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { withTransaction } from '../database/database.ts';
import { billingClock } from '../ledger/ledger.ts';
import { readOrders } from '../orders/order-facts.ts';
import { bindOrder, lockOrder } from '../orders/order-states.ts';
import { fundStart } from '../orders/fund-start.ts';
import { placeOrder } from '../orders/place-order.ts';
import { endDestroyed } from '../orders/reserved-terms.ts';
import { settle } from '../metering/settlement.ts';
import { aCustomer, openBooks, settleNow, walletState, type Books } from '../testing/books.ts';
import {
  add,
  costOfTime,
  floor,
  fraction,
  inFen,
  multiply,
  referenceUnits,
  round,
  unitStart,
  zero,
  type ReferenceUnit,
} from '../testing/reference-rating.ts';
import type { WorkerContext } from './context.ts';
import { recordRuns } from './record-runs.ts';

jest.setTimeout(600_000);

const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31);
const RUNS = Number(process.env.RUNS ?? 40);
const PURSE = 10n ** 15n;

let books: Books;
beforeAll(async () => {
  books = await openBooks();
});
afterAll(async () => {
  expect(await books.violations()).toEqual([]);
  await books.close();
});

/** The offer: one SKU under one policy, which changes between cases and between starts. */
const offered = { policy: {} as PricingPolicy['spec'] };
const apiVersion = 'gpulease.dev/v1alpha1';
const one = (kind: string, name: string, spec: object, status: object = {}) => ({
  store: { get: () => ({ apiVersion, kind, metadata: { name }, spec, status }) },
});
const room = { available: 99, largest: 99, level: 'High' };
const catalogue = {
  skus: one(
    'SKU',
    'a100',
    {
      cpu: 8,
      memory: '32Gi',
      disk: '200Gi',
      gpu: { model: 'a100', count: 1 },
      state: 'Active',
      pricing: ['p'],
    },
    { availability: [{ region: 'east', ...room, spot: room, bookable: 99, maxQuantity: 99 }] },
  ),
  regions: one('Region', 'east', { state: 'Active' }),
  images: one('VMImage', 'linux', { state: 'Enabled', size: '10Gi' }),
  tenants: one('Tenant', 'tenant', { state: 'Active' }),
  pricingPolicies: {
    store: {
      get: () => ({ apiVersion, kind: 'PricingPolicy', metadata: { name: 'p' }, spec: offered.policy }),
    },
  },
} as unknown as Catalogue;

const kinds = {
  SECOND: 'Second',
  MINUTE: 'Minute',
  HOUR: 'Hour',
  DAY: 'Day',
  WEEK: 'Week',
  MONTH: 'Month',
  YEAR: 'Year',
} as const;

function offer(mode: PricingPolicy['spec']['mode'], unit: ReferenceUnit, microYuan: bigint): void {
  const digits = microYuan.toString().padStart(7, '0');
  const price = `${digits.slice(0, -6)}.${digits.slice(-6)}`;
  offered.policy = { mode, price, currency: 'CNY', unit: kinds[unit] };
}

let ahead = 0;
/** Advances the billing clock. */
async function wait(milliseconds: number): Promise<void> {
  ahead += milliseconds;
  await books.putClockAhead(ahead);
}
const now = () => billingClock(books.database);

type Run = NonNullable<NonNullable<Workload['status']>['runs']>[number];

/** An order of a customer who can pay any amount, and the runs of its machine as the operator reports them. */
class Rented {
  readonly runs: Run[] = [];
  readonly #userId: string;
  readonly #orderId: string;

  private constructor(userId: string, orderId: string) {
    this.#userId = userId;
    this.#orderId = orderId;
  }

  static async order(skus: number, units?: number): Promise<Rented> {
    const userId = await aCustomer(books, PURSE);
    const [namespace, name, uid] = [`u-${userId}`, 'box', randomUUID()];
    const spec: WorkloadSpec = {
      type: 'VirtualMachine',
      sku: 'a100',
      skuQuantity: skus,
      image: 'linux',
      rootDiskSize: '100Gi',
      region: 'east',
      pricing: { policy: 'p', ...(units !== undefined && { quantity: units }) },
      powerState: 'Running',
      resume: 'Manual',
    };
    const orderId = await withTransaction(books.database, async (transaction) => {
      const id = await placeOrder(transaction, catalogue, { userId, namespace, name, spec, running: true });
      await bindOrder(transaction, id, { uid, namespace, name });
      return id;
    });
    return new Rented(userId, orderId);
  }

  settle() {
    return settleNow(books, this.#userId);
  }

  /** Begins a run and returns its start. */
  async begin(): Promise<Date> {
    const startedAt = await now();
    this.runs.push({ id: randomUUID(), startedAt: startedAt.toISOString() });
    await this.#record();
    return startedAt;
  }

  async end(at: Date, endReason: string): Promise<void> {
    const open = this.runs.pop();
    if (open) this.runs.push({ ...open, stoppedAt: at.toISOString(), goneAt: at.toISOString(), endReason });
    await this.#record();
  }

  /** Pays for another start at the current offer. */
  async startAgain(): Promise<void> {
    const start = { restartedAt: new Date(0), pastStart: new Date(1) };
    await withTransaction(books.database, (transaction) =>
      fundStart(transaction, catalogue, this.#orderId, start),
    );
  }

  async destroy(): Promise<Date> {
    return withTransaction(books.database, async (transaction) => {
      const order = await lockOrder(transaction, this.#orderId);
      if (!order) throw new Error('The order is gone.');
      const { at } = await settle(transaction, [order.account_id]);
      await endDestroyed(transaction, { ...order, cancelled_at: at });
      return at;
    });
  }

  async paid(): Promise<bigint> {
    return PURSE - (await walletState(books, this.#userId)).balance;
  }

  async #record(): Promise<void> {
    const [order] = await readOrders(books.database, { id: this.#orderId });
    if (!order) throw new Error('The order is gone.');
    const workload = { status: { runs: this.runs } } as unknown as Workload;
    const context = { database: books.database, metrics: { settled: () => undefined } };
    await recordRuns(context as unknown as WorkerContext, workload, order);
  }
}

const microYuan = fc.oneof(fc.constantFrom(1n, 5_000n, 1_580_000n), fc.bigInt(1n, 20_000_000n));
const skus = fc.integer({ min: 1, max: 16 });
const unit = fc.constantFrom(...referenceUnits);
const HOUR_MS = 3_600_000;

/** A run that begins after a pause, is settled after each tick, and ends in retrospect after a part of its time. */
const run = fc.record({
  price: fc.nat({ max: 1 }),
  pause: fc.integer({ min: 1_000, max: HOUR_MS }),
  ticks: fc.array(fc.integer({ min: 1, max: 5 * HOUR_MS }), { minLength: 1, maxLength: 4 }),
  thousandths: fc.integer({ min: 0, max: 1_000 }),
});

const metered = fc.record({
  mode: fc.constantFrom('OnDemand' as const, 'Spot' as const),
  unit,
  skus,
  prices: fc.tuple(microYuan, microYuan),
  runs: fc.array(run, { minLength: 1, maxLength: 4 }),
});

async function checkMetered({ mode, unit: per, skus: count, prices, runs }: ValueOf<typeof metered>) {
  const priceOf = ({ price }: { price: number }) => prices[price] ?? 1n;
  offer(mode, per, priceOf(runs[0] ?? { price: 0 }));
  const rented = await Rented.order(count);
  const costs = new Map<bigint, typeof zero>();
  for (const [index, one] of runs.entries()) {
    await wait(one.pause);
    offer(mode, per, priceOf(one));
    if (index > 0) await rented.startAgain();
    await wait(1_000);
    const from = await rented.begin();
    for (const tick of one.ticks) {
      await wait(tick);
      await rented.settle();
    }
    const whole = (await now()).getTime() - from.getTime();
    const elapsed = Math.floor((whole * one.thousandths) / 1_000);
    await rented.end(new Date(from.getTime() + elapsed), 'MachineEnded');
    const cost = costOfTime(priceOf(one), per, BigInt(count), BigInt(elapsed));
    costs.set(priceOf(one), add(costs.get(priceOf(one)) ?? zero, cost));
  }
  await rented.settle();
  const owed = [...costs.values()].reduce((sum, cost) => sum + round(cost), 0n);
  expect(await rented.paid()).toBe(owed);
}

const reserved = fc.record({
  unit,
  skus,
  price: microYuan,
  units: fc.integer({ min: 1, max: 6 }),
  /** In thousandths of the term: the delay of the first run; below, the length of each run and of the pause after it. */
  late: fc.nat({ max: 300 }),
  runs: fc.array(
    fc.record({
      length: fc.integer({ min: 1, max: 400 }),
      pause: fc.integer({ min: 1, max: 200 }),
      endReason: fc.constantFrom('NodeLost', 'Preempted', 'Maintenance', 'RestartRequested', 'MachineEnded'),
    }),
    { maxLength: 4 },
  ),
});

interface ReferenceTerm {
  readonly unit: ReferenceUnit;
  readonly units: number;
  readonly charge: bigint;
  readonly runs: readonly { readonly from: Date; readonly until: Date; readonly endReason: string }[];
  readonly cancelledAt: Date;
}

const lostToUs = ['NodeLost', 'Preempted', 'Maintenance'];

/** Returns what remains of a term's charge: nothing without a run, else the charge less outages and unused units. */
function costOfTerm({ unit: per, units, charge, runs, cancelledAt }: ReferenceTerm): bigint {
  const [first] = runs;
  if (!first) return 0n;
  const start = first.from;
  const end = unitStart(start, per, units).getTime();
  const outage = runs.reduce((sum, { until, endReason }, index) => {
    const back = runs[index + 1]?.from ?? cancelledAt;
    const lost = Math.min(back.getTime(), end) - until.getTime();
    return lostToUs.includes(endReason) && lost > 0 ? sum + lost : sum;
  }, 0);
  const whole = BigInt(end - start.getTime());
  const left = charge - round(multiply(fraction(charge), fraction(BigInt(outage), whole)));
  const unused = Array.from({ length: units }, (_, number) => unitStart(start, per, number)).filter(
    (begun) => begun > cancelledAt,
  ).length;
  const share = floor(multiply(fraction(charge), fraction(BigInt(unused) * 4n, BigInt(units) * 5n)));
  return share < left ? left - share : 0n;
}

async function checkReserved({ unit: per, skus: count, price, units, late, runs }: ValueOf<typeof reserved>) {
  offer('Reserved', per, price);
  const charge = round(inFen(price, BigInt(count * units)));
  fc.pre(charge > 0n);
  const rented = await Rented.order(count, units);
  const ordered = await now();
  const whole = unitStart(ordered, per, units).getTime() - ordered.getTime();
  const part = (thousandths: number) => Math.ceil((whole * thousandths) / 1_000);
  const seen: ReferenceTerm['runs'][number][] = [];
  await wait(part(late));
  for (const { length, pause, endReason } of runs) {
    const from = await rented.begin();
    await wait(part(length));
    await rented.settle();
    const until = await now();
    await rented.end(until, endReason);
    seen.push({ from, until, endReason });
    await wait(part(pause));
  }
  const cancelledAt = await rented.destroy();
  expect(await rented.paid()).toBe(costOfTerm({ unit: per, units, charge, runs: seen, cancelledAt }));
}

type ValueOf<T> = T extends fc.Arbitrary<infer Value> ? Value : never;

describe(`exact to the fen, seed ${SEED}`, () => {
  it('are on-demand and spot machines, for any runs, settlements and prices', async () => {
    await fc.assert(fc.asyncProperty(metered, checkMetered), { seed: SEED, numRuns: RUNS });
  });

  it('are reserved terms, for any delays, interruptions and cancellations', async () => {
    await fc.assert(fc.asyncProperty(reserved, checkReserved), { seed: SEED, numRuns: RUNS });
  });
});
