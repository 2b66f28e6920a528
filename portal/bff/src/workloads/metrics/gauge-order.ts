/** Lists of machines sorted by their gauges. */
import type { Query } from '@gpulease/contract/routes';
import type { Workload } from '@gpulease/crds';
import { parseSort } from '../../lists/sorting.ts';
import { gaugedMachine, type GaugeField } from './gauges.ts';
import type { MetricsServices } from './read.ts';

type GaugeOrder = Extract<Query<'listWorkloads'>['sort'], `${string}gpu${string}`>;

/** Whether a list is sorted by how busy GPUs are, or how full their memory is. */
export function isGaugeOrder(sort: string | undefined): sort is GaugeOrder {
  return sort !== undefined && ['gpuUse', 'gpuMemory'].includes(parseSort(sort).field);
}

/** No percentage is below or above these. */
const LOWEST = -1;
const HIGHEST = 101;

/** The value that a workload is sorted by, where it is known. */
type GaugeOf = (workload: Workload) => number | null | undefined;

interface Wanted {
  readonly workloads: readonly Workload[];
  readonly order: GaugeOrder;
  /** Whether they are of any number of customers: the source is asked for the whole fleet then. */
  readonly isFleet: boolean;
}

/** What workloads are sorted by, so that those without a gauge come last, whichever way it goes. */
export async function gaugeKeys(
  services: Gauges,
  { workloads, order, isFleet }: Wanted,
): Promise<Readonly<Record<string, (item: { readonly workload: Workload }) => number>>> {
  const field = order.endsWith('gpuUse') ? 'gpuUse' : 'gpuMemory';
  const gaugeOf = await (isFleet ? ofFleet(services, field) : ofMachines(services, field, workloads));
  const unknown = order.startsWith('-') ? LOWEST : HIGHEST;
  return { [field]: ({ workload }) => gaugeOf(workload) ?? unknown };
}

type Gauges = Pick<MetricsServices, 'gauges' | 'fleetGauges'>;

async function ofFleet({ fleetGauges }: Gauges, field: GaugeField): Promise<GaugeOf> {
  const measured = await fleetGauges?.read(field);
  const byName = measured?.available ? measured.byName : undefined;
  return (workload) => byName?.get(gaugedMachine(workload)?.name ?? '');
}

async function ofMachines(
  { gauges }: Gauges,
  field: GaugeField,
  workloads: readonly Workload[],
): Promise<GaugeOf> {
  const machines = workloads.flatMap((workload) => gaugedMachine(workload) ?? []);
  const byUid = await gauges?.readOnly(field, machines);
  return ({ metadata }) => byUid?.get(metadata.uid ?? '');
}
