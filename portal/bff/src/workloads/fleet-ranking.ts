/** The machines that use their GPUs least or most, with what they cost, for operators. */
import type { FleetRanking } from '@gpulease/contract/fleet-metrics';
import type { AllHandlers } from '../http/handler.ts';
import { present, type WorkloadReader } from './lists.ts';
import { knownPart } from './metrics/fleet-metrics.ts';
import type { FleetUse } from './metrics/fleet-use.ts';
import { gaugedMachine } from './metrics/gauges.ts';
import { readGauges, type MetricsServices } from './metrics/read.ts';
import { liveWorkloads, type Found } from './sources.ts';

interface RankingServices extends WorkloadReader, Pick<MetricsServices, 'gauges'> {
  /** undefined where the platform has no source of metrics. */
  readonly fleetUse: FleetUse | undefined;
}

export function fleetRankingHandlers(services: RankingServices): Pick<AllHandlers, 'getFleetRanking'> {
  const { catalogue, fleetUse } = services;
  return {
    async getFleetRanking({ query: { rank, ...part } }) {
      const ranked = await fleetUse?.read(knownPart(catalogue, part), rank);
      if (ranked === undefined) return { available: false, reason: 'NOT_CONFIGURED' };
      if (!ranked.available) return ranked;
      const machines = machinesOf(services, ranked.uses).sort((one, other) => one.gpuUse - other.gpuUse);
      return withCost(services, rank === 'LEAST_USED' ? machines : machines.reverse());
    },
  };
}

interface UsedMachine {
  readonly found: Found;
  readonly gpuUse: number;
}

/** Of those that still run: the source may be minutes behind. */
function machinesOf({ workloads }: RankingServices, uses: ReadonlyMap<string, number>): UsedMachine[] {
  return liveWorkloads(workloads, undefined).flatMap((found) => {
    const gpuUse = uses.get(gaugedMachine(found.workload)?.name ?? '');
    return gpuUse === undefined ? [] : [{ found, gpuUse }];
  });
}

async function withCost(services: RankingServices, machines: readonly UsedMachine[]): Promise<FleetRanking> {
  const found = machines.map((machine) => machine.found);
  const [gauges, shown] = await Promise.all([
    readGauges(
      services,
      found.map(({ workload }) => workload),
    ),
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
