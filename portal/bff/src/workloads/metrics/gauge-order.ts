/** Sorts lists of machines by their gauges. */
import type { Query } from '@gpulease/contract/routes';
import type { Workload } from '@gpulease/crds';
import { parseSort } from '../../lists/sorting.ts';
import { gaugedMachine, type GaugeField } from './gauges.ts';
import type { MetricsServices } from './read.ts';

type GaugeOrder = Extract<Query<'listWorkloads'>['sort'], `${string}gpu${string}`>;

/** Whether a list is sorted by the use of GPUs or of their memory. */
export function isGaugeOrder(sort: string | undefined): sort is GaugeOrder {
  return sort !== undefined && ['gpuUse', 'gpuMemory'].includes(parseSort(sort).field);
}

/** Below and above every percentage. */
const LOWEST = -1;
const HIGHEST = 101;

/** Returns the value by which a workload is sorted, if known. */
type GaugeOf = (workload: Workload) => number | null | undefined;

interface Wanted {
  readonly workloads: readonly Workload[];
  readonly order: GaugeOrder;
  /** Whether they belong to several customers: the source is then queried for the whole fleet. */
  readonly isFleet: boolean;
}

/** Returns the sort key of workloads; those without a gauge come last in either direction. */
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
