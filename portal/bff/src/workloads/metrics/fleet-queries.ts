/** All that the portal ever asks the source of metrics about the fleet, in PromQL. Pure. */
import type { FleetSeries, UsageRank } from '@gpulease/contract/enums';
import { withLabels } from './promql.ts';

const PERCENT = 100;

/** Which GPUs of the fleet are meant, by the names of catalogue objects; all where it says nothing. */
export interface FleetPart {
  readonly region?: string | undefined;
  readonly gpu?: string | undefined;
  readonly node?: string | undefined;
}

/** What a point of the fleet's graph is read from: long enough for several scrapes, and short beside a step of hours. */
const RECENTLY = '[300s]';

/**
 * How many GPUs there are, are occupied, run, are measured and are busy. Operators that take turns both tell of them: `max`
 * takes one. Guests may say anything: a machine's mean use counts for the GPUs that it has, and one NaN for nothing.
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

/** How many GPUs each running machine that has some has, by the operator's word. */
export function gpusByMachine(part: FleetPart): string {
  return runningMachines(part, 'model!=""');
}

/** The running machines, by the operator's word, each with how many GPUs it has. */
export function runningMachines({ region, gpu, node }: FleetPart, ...more: string[]): string {
  const labels = withLabels({ region, model: gpu, compute_node: node }, ...more);
  return `max by (name) (last_over_time(gpulease_machine_gpus${labels}${RECENTLY}))`;
}

/** Percent, by the guests' word. */
function useByMachine(over: string): string {
  return `avg by (name) (clamp(avg_over_time(DCGM_FI_DEV_GPU_UTIL{name!=""}${over}), 0, ${PERCENT}) >= 0)`;
}

const LAST_HOUR = '[3600s]';
const RANKED = 10;
/** Machines are alike within so many percent; then those with more GPUs come first. */
const ALIKE_PERCENT = 5;
/** More GPUs than a machine has, so that they only decide between machines that are alike. */
const MANY_GPUS = 1_000;

/** The use in the last hour of those machines that used their GPUs least or most. */
export function rankingQuery(part: FleetPart, rank: UsageRank): string {
  const machines = gpusByMachine(part);
  const use = useByMachine(LAST_HOUR);
  const order = `${machines} / ${MANY_GPUS}`;
  return rank === 'LEAST_USED'
    ? `${use} and bottomk(${RANKED}, floor(${use} / ${ALIKE_PERCENT}) - ${order})`
    : `${use} and topk(${RANKED}, ceil(${use} / ${ALIKE_PERCENT}) + ${order})`;
}

/** Of how many idle machines it is asked since when they are; those with the most GPUs. */
const COUNTED_IDLE = 200;

/** How many machines have been idle on average in the last hour, and the names of some of them. */
export function idleQueries(part: FleetPart): { readonly count: string; readonly some: string } {
  const idle = `${gpusByMachine(part)} and ${useByMachine(LAST_HOUR)} < ${ALIKE_PERCENT}`;
  return { count: `count(${idle})`, some: `topk(${COUNTED_IDLE}, ${idle})` };
}
