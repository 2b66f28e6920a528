/** Lists of machines sorted by their gauges. */
import type { Query } from '@gpulease/contract/routes';
import type { Workload } from '@gpulease/crds';
import { parseSort } from '../../lists/sorting.ts';
import { gaugedMachine } from './gauges.ts';
import type { MetricsServices } from './read.ts';

export type GaugeOrder = Extract<Query<'listWorkloads'>['sort'], `${string}gpu${string}`>;

/** Whether a list is sorted by how busy GPUs are, or how full their memory is. */
export function isGaugeOrder(sort: string | undefined): sort is GaugeOrder {
  return sort !== undefined && ['gpuUse', 'gpuMemory'].includes(parseSort(sort).field);
}

/** No percentage is below or above these. */
const LOWEST = -1;
const HIGHEST = 101;

/** What workloads are sorted by, so that those without a gauge come last, whichever way it goes. */
export async function gaugeKeys(
  { gauges }: Pick<MetricsServices, 'gauges'>,
  workloads: readonly Workload[],
  order: GaugeOrder,
): Promise<Readonly<Record<string, (item: { readonly workload: Workload }) => number>>> {
  const field = order.endsWith('gpuUse') ? 'gpuUse' : 'gpuMemory';
  const machines = workloads.flatMap((workload) => gaugedMachine(workload) ?? []);
  const byUid = await gauges?.readOnly(field, machines);
  const unknown = order.startsWith('-') ? LOWEST : HIGHEST;
  return { [field]: ({ workload }) => byUid?.get(workload.metadata.uid ?? '') ?? unknown };
}
