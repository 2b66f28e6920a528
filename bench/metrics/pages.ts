/** Compares the portal's time for a page of gauges to the same queries without the portal. */
import { randomInt } from 'node:crypto';
import type { Workload } from '@gpulease/crds';
import { createMetricsSource } from '../../portal/bff/src/workloads/metrics/source.ts';
import { percentile, type ComparedRow } from '../report.ts';
import type { NewPortal, portalsOf } from './portal.ts';
import type { MetricsSettings } from './settings.ts';
import { askBare, notingSource, type Asked } from './source.ts';

export interface Measured {
  readonly url: string;
  readonly portals: ReturnType<typeof portalsOf>;
  readonly fleet: readonly Workload[];
  readonly settings: MetricsSettings;
}

/** A kind of request, for different machines each time. */
interface Look {
  readonly what: string;
  readonly times: number;
  readonly next: () => (portal: NewPortal) => Promise<void>;
}

/** Warm-up requests, as a fraction of the measured ones. */
const WARM_UP = 0.1;
const TENTHS = 10;

export async function measurePages(measured: Measured): Promise<ComparedRow[]> {
  const rows: ComparedRow[] = [];
  for (const look of looksOf(measured)) rows.push(...(await measure(measured, look)));
  return rows;
}

function looksOf({ fleet, settings: { page, requests, sorts } }: Measured): Look[] {
  const uids = fleet.map(({ metadata }) => metadata.uid ?? '');
  const pages = Math.ceil(uids.length / page);
  const aPage = () => ({ page: randomInt(1, pages + 1), pageSize: page });
  const sortedBy = (sort: '-gpuUse' | '-gpuMemory') => () => {
    const query = { ...aPage(), sort };
    return (portal: NewPortal) => portal.list(query);
  };
  const gauges = (read: 'gaugesForCustomer' | 'gaugesForOperator') => () => {
    const some = someOf(uids, page);
    return (portal: NewPortal) => portal[read](some);
  };
  const what = `gauges of ${page} machines`;
  return [
    { what: `${what} for their customer`, times: requests, next: gauges('gaugesForCustomer') },
    { what: `${what} for an operator`, times: requests, next: gauges('gaugesForOperator') },
    { what: `${uids.length} machines sorted by use`, times: sorts, next: sortedBy('-gpuUse') },
    { what: `${uids.length} machines sorted by memory`, times: sorts, next: sortedBy('-gpuMemory') },
  ];
}

/** Alternates the portal and the bare queries, each with its own page, so that neither benefits from the other's caches. */
async function measure({ url, portals }: Measured, { what, times, next }: Look): Promise<ComparedRow[]> {
  const source = createMetricsSource(new URL(url));
  const portal: number[] = [];
  const bare: number[] = [];
  const queries = await queriesOf(portals, next());
  for (let turn = -Math.ceil(times * WARM_UP); turn < times; turn += 1) {
    const look = next();
    const asked = await queriesOf(portals, next());
    const took = await timed(() => look(portals(source)));
    const tookBare = await timed(() => askBare(url, asked));
    if (turn >= 0) {
      portal.push(took);
      bare.push(tookBare);
    }
  }
  const row = (percent: number): ComparedRow => ({
    measure: `${what}, p${percent}, ms`,
    digits: 1,
    values: { portal: inTenths(portal, percent), 'bare queries': inTenths(bare, percent) },
  });
  const counted = { portal: queries.length, 'bare queries': queries.length };
  return [row(50), row(99), { measure: `${what}, queries`, digits: 0, values: counted }];
}

/** Returns the queries of a portal with empty caches. */
async function queriesOf(
  portals: Measured['portals'],
  look: (portal: NewPortal) => Promise<void>,
): Promise<Asked[]> {
  const asked: Asked[] = [];
  await look(portals(notingSource(asked)));
  return asked;
}

function inTenths(milliseconds: readonly number[], percent: number): number {
  const tenths = milliseconds.map((value) => value * TENTHS);
  return percentile(tenths, percent) / TENTHS;
}

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

function someOf<T>(all: readonly T[], count: number): T[] {
  const picked = new Set<T>();
  while (picked.size < Math.min(count, all.length)) picked.add(all[randomInt(all.length)] as T);
  return [...picked];
}
