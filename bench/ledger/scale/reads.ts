/** Measures users' reads in books with a long history, through the functions that serve them. */
import { randomInt } from 'node:crypto';
import type { Workload } from '@gpulease/crds';
import { systemClock } from '../../../portal/bff/src/clock.ts';
import type { Database } from '../../../portal/bff/src/database/schema.ts';
import type { Context } from '../../../portal/bff/src/http/handler.ts';
import { readBalance } from '../../../portal/bff/src/metering/balance.ts';
import { listRecords, listUsage } from '../../../portal/bff/src/metering/records.ts';
import { readSummary } from '../../../portal/bff/src/metering/sums.ts';
import { sumRecords } from '../../../portal/bff/src/metering/totals.ts';
import { quote } from '../../../portal/bff/src/orders/quotes.ts';
import { overviewHandlers } from '../../../portal/bff/src/overview.ts';
import { percentile, type Row } from '../../report.ts';
import { userId, type History, type Size } from './history.ts';
import { catalogue, informerOf } from './fakes.ts';

const TIMES = 200;
const firstPage = { page: 1, pageSize: 20 };
const request = { sku: 'standard', skuQuantity: 1, region: 'central', pricing: 'hourly', pricingQuantity: 1 };

/** A read; every other time for a user with a long history. */
type Read = readonly [what: string, ask: (user: string, n: number) => Promise<unknown>];

function readsOf(database: Database): Read[] {
  const { getOverview } = overviewHandlers({
    ...{ database, catalogue, workloads: informerOf<Workload>(), clock: systemClock },
  });
  const page = { ...firstPage, sort: undefined };
  return [
    ['balance', (user) => readBalance(database, user)],
    ['quote', (user) => quote({ database, catalogue, defaultQuota: {} }, user, request)],
    ['billing list of a user', (user) => listRecords(database, { ...page, userId: user })],
    ['the same by amount', (user) => listRecords(database, { ...page, userId: user, sort: '-amount' })],
    ['usage of a user by day, with its hours', (user) => listUsage(database, user, page)],
    ['summary of a user', (user) => readSummary(database, {}, user)],
    ['billing list of all', () => listRecords(database, page)],
    ['the same of one user', (_, n) => listRecords(database, { ...page, user: `user-${n}` })],
    ['the same, recharges', () => listRecords(database, { ...page, type: 'RECHARGE' })],
    ['the same by method', () => listRecords(database, { ...page, paymentMethod: 'TEST' })],
    ['the same, a month ago', () => listRecords(database, { ...page, ...aMonthAgo() })],
    ['the same, page 500', () => listRecords(database, { ...page, page: 500 })],
    ['the same of one workload', (_, n) => listRecords(database, { ...page, workload: `machine-${n}` })],
    ['totals of all', () => sumRecords(database, {})],
    ['totals of one user', (_, n) => sumRecords(database, { ...page, user: `user-${n}` })],
    ['overview', () => getOverview({} as never, {} as Context<'getOverview'>)],
  ];
}

function aMonthAgo() {
  const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
  return { from: day(35), to: day(30) };
}

/** Measures each read many times, sequentially. */
export async function measureReads(database: Database, size: Size, history: History): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [what, ask] of readsOf(database)) {
    const times: number[] = [];
    for (let turn = 0; turn < TIMES; turn += 1) {
      const n = turn % 2 === 0 ? aLongRenter(history) : randomInt(1, size.users + 1);
      const user = await userId(database, n);
      const started = performance.now();
      await ask(user, n);
      times.push(performance.now() - started);
    }
    rows.push([what, `p50 ${percentile(times, 50)} ms, p99 ${percentile(times, 99)} ms`]);
  }
  return rows;
}

function aLongRenter({ renters }: History): number {
  return 100 * randomInt(1, Math.floor(renters / 100) + 1);
}
