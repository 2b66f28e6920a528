/** All queries about the fleet for the source of metrics, in PromQL. Pure. */
import type { FleetSeries, UsageRank } from '@gpulease/contract/enums';
import { withLabels } from './promql.ts';

const PERCENT = 100;

/** A part of the fleet's GPUs, by the names of catalogue objects; without any, all of them. */
export interface FleetPart {
  readonly region?: string | undefined;
  readonly gpu?: string | undefined;
  readonly node?: string | undefined;
}

/** The range of a point in the fleet's graph: long enough for several scrapes, and short compared with a step of hours. */
const RECENTLY = '[300s]';

/**
 * Returns the GPUs that exist, are occupied, run, are measured and are busy. During a handover both operators report them;
 * `max` takes one. Guests may report anything: a machine's mean use counts for the GPUs it has, and NaN for nothing.
 */
export function fleetQueries({ region, gpu, node }: FleetPart): Partial<Record<FleetSeries, string>> {
  const model = { region, model: gpu };
  const counted = (state: string) =>
    `sum(max by (region, model) (last_over_time(gpulease_gpus${withLabels({ ...model, state })}${RECENTLY})))`;
  const machines = gpusByMachine({ region, gpu, node });
  const use = useByMachine(RECENTLY);
  return {
    ...(node === undefined && { TOTAL: counted('total'), SOLD: counted('allocated') }),
    IN_USE: `sum(${machines})`,
    MEASURED: `sum(${machines} and ${use})`,
    BUSY: `sum(${machines} * ${use}) / ${PERCENT}`,
  };
}

/** Returns the number of GPUs of each running machine that has GPUs, as reported by the operator. */
export function gpusByMachine(part: FleetPart): string {
  return runningMachines(part, 'model!=""');
}

/** Returns the running machines with their numbers of GPUs, as reported by the operator. */
export function runningMachines({ region, gpu, node }: FleetPart, ...more: string[]): string {
  const labels = withLabels({ region, model: gpu, compute_node: node }, ...more);
  return `max by (name) (last_over_time(gpulease_machine_gpus${labels}${RECENTLY}))`;
}

/** Percent, as reported by the guests. */
function useByMachine(over: string): string {
  return `avg by (name) (clamp(avg_over_time(DCGM_FI_DEV_GPU_UTIL{name!=""}${over}), 0, ${PERCENT}) >= 0)`;
}

const LAST_HOUR = '[3600s]';
const RANKED = 10;
/** Machines within this many percent count as equal; then machines with more GPUs come first. */
const ALIKE_PERCENT = 5;
/** More GPUs than a machine has, so that they only break ties. */
const MANY_GPUS = 1_000;

/** Returns the use in the last hour of the machines that used their GPUs least or most. */
export function rankingQuery(part: FleetPart, rank: UsageRank): string {
  const machines = gpusByMachine(part);
  const use = useByMachine(LAST_HOUR);
  const order = `${machines} / ${MANY_GPUS}`;
  return rank === 'LEAST_USED'
    ? `${use} and bottomk(${RANKED}, floor(${use} / ${ALIKE_PERCENT}) - ${order})`
    : `${use} and topk(${RANKED}, ceil(${use} / ${ALIKE_PERCENT}) + ${order})`;
}

/** Maximum number of idle machines whose idle time is queried: those with the most GPUs. */
const COUNTED_IDLE = 200;

/** Returns queries for the number of machines that were idle on average in the last hour, and for the names of some. */
export function idleQueries(part: FleetPart): { readonly count: string; readonly some: string } {
  const idle = `${gpusByMachine(part)} and ${useByMachine(LAST_HOUR)} < ${ALIKE_PERCENT}`;
  return { count: `count(${idle})`, some: `topk(${COUNTED_IDLE}, ${idle})` };
}
