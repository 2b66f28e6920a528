/** What the idle machines of the fleet have cost so far, for operators. */
import type { FleetIdle } from '@gpulease/contract/fleet-metrics';
import { formatAmount, type MicroYuan } from '@gpulease/contract/money';
import { due } from '@gpulease/contract/rating';
import { sql } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { AllHandlers } from '../http/handler.ts';
import type { WorkloadReader } from './lists.ts';
import { knownPart } from './metrics/fleet-metrics.ts';
import type { FleetUse } from './metrics/fleet-use.ts';
import { gaugedMachine } from './metrics/gauges.ts';
import { readGauges, type MetricsServices } from './metrics/read.ts';
import { liveWorkloads } from './sources.ts';

interface IdleServices extends WorkloadReader, Pick<MetricsServices, 'gauges'> {
  /** undefined where the platform has no source of metrics. */
  readonly fleetUse: FleetUse | undefined;
}

export function fleetIdleHandlers(services: IdleServices): Pick<AllHandlers, 'getFleetIdle'> {
  const { catalogue, fleetUse } = services;
  return {
    async getFleetIdle({ query }) {
      const idle = await fleetUse?.readIdle(knownPart(catalogue, query));
      if (idle === undefined) return { available: false, reason: 'NOT_CONFIGURED' };
      return idle.available ? costOf(services, idle) : idle;
    },
  };
}

async function costOf(
  services: IdleServices,
  { count: machines, names }: { readonly count: number; readonly names: ReadonlySet<string> },
): Promise<FleetIdle> {
  const workloads = liveWorkloads(services.workloads, undefined)
    .map(({ workload }) => workload)
    .filter((workload) => names.has(gaugedMachine(workload)?.name ?? ''));
  const gauges = await readGauges(services, workloads);
  if (!gauges.available) return gauges;
  const idle = gauges.items.flatMap(({ uid, idle }) =>
    idle === null ? [] : [{ uid, ms: idle.seconds * 1_000 }],
  );
  const prices = await perHour(
    services.database,
    idle.map(({ uid }) => uid),
  );
  const spent = idle.reduce((sum, { uid, ms }) => {
    const rate = { price: prices.get(uid) ?? 0n, unit: 'HOUR', quantity: 1n } as const;
    return sum + due(rate, BigInt(ms));
  }, 0n);
  return { available: true, machines, counted: names.size, spent: formatAmount(spent) };
}

/** What the present runs of these Workloads cost an hour; those of a reserved term, which is paid, nothing. */
async function perHour(database: Database, uids: readonly string[]): Promise<ReadonlyMap<string, MicroYuan>> {
  const { rows } = await sql<{ uid: string; price: MicroYuan }>`
    SELECT workload_uid AS uid, burn_per_hour(price, quantity, unit) AS price FROM usage_segment
    WHERE workload_uid = ANY(${uids}) AND is_burning(stopped_at, uncharged_from)`.execute(database);
  return new Map(rows.map(({ uid, price }) => [uid, price]));
}
