/** The machines of the fleet by their GPU use, with their cost, for operators: ranked, and idle. */
import type { FleetIdle, FleetRanking } from '@gpulease/contract/fleet-metrics';
import { formatAmount, type MicroYuan } from '@gpulease/contract/money';
import { due } from '@gpulease/contract/rating';
import { sql } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { AllHandlers } from '../http/handler.ts';
import { present, type WorkloadReader } from './lists.ts';
import { knownPart } from './metrics/fleet-metrics.ts';
import type { FleetUse } from './metrics/fleet-use.ts';
import { gaugedMachine } from './metrics/gauges.ts';
import { readGauges, type MetricsServices } from './metrics/read.ts';
import { liveWorkloads, type Found } from './sources.ts';

interface FleetServices extends WorkloadReader, Pick<MetricsServices, 'gauges'> {
  /** Undefined if the platform has no source of metrics. */
  readonly fleetUse: FleetUse | undefined;
}

export function fleetMachineHandlers(
  services: FleetServices,
): Pick<AllHandlers, 'getFleetRanking' | 'getFleetIdle'> {
  const { catalogue, fleetUse } = services;
  const notConfigured = { available: false, reason: 'NOT_CONFIGURED' } as const;
  return {
    async getFleetRanking({ query: { rank, ...part } }) {
      const ranked = await fleetUse?.read(knownPart(catalogue, part), rank);
      if (!ranked?.available) return ranked ?? notConfigured;
      const machines = machinesOf(services, ranked.uses).sort((one, other) => one.gpuUse - other.gpuUse);
      return withCost(services, rank === 'LEAST_USED' ? machines : machines.reverse());
    },
    async getFleetIdle({ query }) {
      const idle = await fleetUse?.readIdle(knownPart(catalogue, query));
      return idle?.available ? costOf(services, idle) : (idle ?? notConfigured);
    },
  };
}

interface UsedMachine {
  readonly found: Found;
  readonly gpuUse: number;
}

/** Returns machines that still run: the source may be minutes behind. */
function machinesOf({ workloads }: FleetServices, uses: ReadonlyMap<string, number>): UsedMachine[] {
  return liveWorkloads(workloads, undefined).flatMap((found) => {
    const gpuUse = uses.get(gaugedMachine(found.workload)?.name ?? '');
    return gpuUse === undefined ? [] : [{ found, gpuUse }];
  });
}

async function withCost(services: FleetServices, machines: readonly UsedMachine[]): Promise<FleetRanking> {
  const found = machines.map((machine) => machine.found);
  const workloads = found.map(({ workload }) => workload);
  const [gauges, shown] = await Promise.all([
    readGauges(services, workloads),
    present(services, found, { isAdmin: true }),
  ]);
  if (!gauges.available) return gauges;
  const idleOf = new Map(gauges.items.map(({ uid, idle }) => [uid, idle]));
  return {
    available: true,
    machines: shown.map((workload, index) => ({
      workload,
      gpuUse: machines[index]?.gpuUse ?? 0,
      idle: idleOf.get(workload.uid ?? '') ?? null,
    })),
  };
}

async function costOf(
  services: FleetServices,
  { count: machines, names }: { readonly count: number; readonly names: ReadonlySet<string> },
): Promise<FleetIdle> {
  const workloads = liveWorkloads(services.workloads, undefined)
    .map(({ workload }) => workload)
    .filter((workload) => names.has(gaugedMachine(workload)?.name ?? ''));
  const gauges = await readGauges(services, workloads);
  if (!gauges.available) return gauges;
  const uids = gauges.items.map(({ uid }) => uid);
  const prices = await perHour(services.database, uids);
  const spent = gauges.items.reduce((sum, { uid, idle }) => {
    const rate = { price: prices.get(uid) ?? 0n, unit: 'HOUR', quantity: 1n } as const;
    return sum + due(rate, BigInt((idle?.seconds ?? 0) * 1_000));
  }, 0n);
  return { available: true, machines, counted: names.size, spent: formatAmount(spent) };
}

/** Returns the hourly cost of the current runs of these Workloads; 0 in a reserved term, which is already paid. */
async function perHour(database: Database, uids: readonly string[]): Promise<ReadonlyMap<string, MicroYuan>> {
  const { rows } = await sql<{ uid: string; price: MicroYuan }>`
    SELECT workload_uid AS uid, burn_per_hour(price, quantity, unit) AS price FROM usage_segment
    WHERE workload_uid = ANY(${uids}) AND is_burning(stopped_at, uncharged_from)`.execute(database);
  return new Map(rows.map(({ uid, price }) => [uid, price]));
}
