import type { BillingRecord, Usage } from '@gpulease/contract/billing';
import type { Page } from '@gpulease/contract/common';
import type { Workload } from '@gpulease/contract/workloads';
import type { RestSession } from '../support/rest.ts';

/** A line of a machine's usage, with a negative amount for a credit; times in milliseconds since the epoch. */
export interface UsageLine {
  workload: string;
  from: number;
  to: number;
  fen: bigint;
}

/** A run of a machine according to the books; `to` is Infinity while it lasts. Milliseconds since the epoch. */
export interface Run {
  from: number;
  to: number;
}

/** Limit of the API on a machine's runs. */
export const mostRuns = 20;

/** Returns a machine's runs, oldest first. */
export async function runsOf(session: RestSession, name: string): Promise<Run[]> {
  const { status, body } = await session.get<Workload>(`/workloads/${name}`);
  // An order that was canceled before it reached the cluster has never run.
  if (status === 404) return [];
  return body.runs
    .map(({ startedAt, stoppedAt }) => ({
      from: Date.parse(startedAt),
      to: stoppedAt === null ? Infinity : Date.parse(stoppedAt),
    }))
    .toSorted((a, b) => a.from - b.from);
}

/** Parses an amount such as `12.30` or `-0.05` to fen. */
export function fenOf(yuan: string): bigint {
  const [, sign, whole = '0', cents = '00'] = /^(-?)(\d+)\.(\d\d)$/.exec(yuan) ?? [];
  if (sign === undefined) throw new Error(`${yuan} is no amount`);
  const fen = BigInt(whole) * 100n + BigInt(cents);
  return sign === '-' ? -fen : fen;
}

/**
 * Returns the cost of time in fen, rounded half up, independently of the product. `yuanPerHour` has up to six decimals.
 */
export function costOf(milliseconds: number, yuanPerHour: string): bigint {
  const [whole = '0', decimals = ''] = yuanPerHour.split('.');
  const microYuan = BigInt(whole) * 1_000_000n + BigInt(decimals.padEnd(6, '0'));
  const numerator = microYuan * BigInt(milliseconds) * 100n;
  const denominator = 1_000_000n * 3_600_000n;
  return (2n * numerator + denominator) / (2n * denominator);
}

/** Returns all of a user's usage lines. */
export async function usageOf(session: RestSession): Promise<UsageLine[]> {
  const days = await everyPage<Usage>(session, '/billing/usage');
  return days.flatMap(({ workload, lines }) =>
    lines.map(({ from, to, amount }) => ({
      workload,
      from: Date.parse(from),
      to: Date.parse(to),
      fen: fenOf(amount),
    })),
  );
}

/** Returns all of a user's billing records. */
export function recordsOf(session: RestSession): Promise<BillingRecord[]> {
  return everyPage<BillingRecord>(session, '/billing/records');
}

async function everyPage<T>(session: RestSession, path: string): Promise<T[]> {
  const items: T[] = [];
  for (let page = 1; ; page += 1) {
    const { body } = await session.get<Page<T>>(`${path}?pageSize=100&page=${page}`);
    items.push(...body.items);
    if (items.length >= body.total || body.items.length === 0) return items;
  }
}
