/** All that the portal ever asks the source of metrics, in PromQL. Pure. */
import type { FleetSeries, MetricSeries, UsageRank, WorkloadMetricName } from '@gpulease/contract/enums';
import type { Workload } from '@gpulease/crds';

/** A machine as its metrics know it. */
export interface MeasuredMachine {
  readonly namespace: string;
  /** The name of the VirtualMachineInstance, which no other machine ever has. */
  readonly name: string;
  readonly cpus: number;
  readonly gpus: number;
}

/** undefined for a machine that has never run. */
export function measuredMachine({ metadata, status = {} }: Workload): MeasuredMachine | undefined {
  const { virtualMachine, startedAt, resources } = status;
  if (virtualMachine === undefined || startedAt === undefined || resources === undefined) return undefined;
  const { cpu, gpu } = resources;
  return { namespace: metadata.namespace ?? '', name: virtualMachine, cpus: cpu, gpus: gpu?.count ?? 0 };
}

/** One query, and which line of which graph its answer is; `LIMIT` is the most that there is. */
export interface Question {
  readonly metric: WorkloadMetricName;
  readonly of: MetricSeries | 'LIMIT';
  readonly query: string;
  /** What an answered value is multiplied by, for the unit of the contract. */
  readonly factor: number;
}

const MEBIBYTE = 2 ** 20;
const PERCENT = 100;

/** What is asked about a machine, each point an average over so many milliseconds. */
export function questionsOf(machine: MeasuredMachine, overMs: number): Question[] {
  const over = `[${overMs / 1_000}s]`;
  const all = machineQuestions(machine, over);
  return machine.gpus > 0 ? [...gpuQuestions(machine, over), ...all] : all;
}

/** From KubeVirt. While a machine moves to another node, both nodes report it; `max` takes one of them. */
function machineQuestions(machine: MeasuredMachine, over: string): Question[] {
  const of = selectorOf(machine);
  const rate = (name: string) => `rate(${name}${of}${over})`;
  const average = (name: string) => `max(avg_over_time(${name}${of}${over}))`;
  const traffic = (name: string, device: string) => `sum(max by (${device}) (${rate(name)}))`;
  const available = average('kubevirt_vmi_memory_available_bytes');
  const used = `${available} - ${average('kubevirt_vmi_memory_usable_bytes')}`;
  const received = traffic('kubevirt_vmi_network_receive_bytes_total', 'interface');
  const sent = traffic('kubevirt_vmi_network_transmit_bytes_total', 'interface');
  const read = traffic('kubevirt_vmi_storage_read_traffic_bytes_total', 'drive');
  const written = traffic('kubevirt_vmi_storage_write_traffic_bytes_total', 'drive');
  const cpu = `max(${rate('kubevirt_vmi_cpu_usage_seconds_total')})`;
  return [
    { metric: 'CPU', of: 'USED', query: cpu, factor: PERCENT / machine.cpus },
    { metric: 'MEMORY', of: 'USED', query: used, factor: 1 },
    { metric: 'MEMORY', of: 'LIMIT', query: available, factor: 1 },
    { metric: 'NETWORK', of: 'RECEIVED', query: received, factor: 1 },
    { metric: 'NETWORK', of: 'SENT', query: sent, factor: 1 },
    { metric: 'DISK', of: 'READ', query: read, factor: 1 },
    { metric: 'DISK', of: 'WRITTEN', query: written, factor: 1 },
  ];
}

/** From NVIDIA's DCGM exporter in the guest, which may say anything: only the machine's own GPUs are asked for. */
function gpuQuestions(machine: MeasuredMachine, over: string): Question[] {
  const of = selectorOf(machine, `gpu=~"${indexesBelow(machine.gpus)}"`);
  const each = (name: string) => `max by (gpu) (avg_over_time(${name}${of}${over}))`;
  const used = each('DCGM_FI_DEV_FB_USED');
  const memory = `${used} + ${each('DCGM_FI_DEV_FB_FREE')}`;
  return [
    { metric: 'GPU_UTILIZATION', of: 'USED', query: each('DCGM_FI_DEV_GPU_UTIL'), factor: 1 },
    { metric: 'GPU_MEMORY', of: 'USED', query: used, factor: MEBIBYTE },
    { metric: 'GPU_MEMORY', of: 'LIMIT', query: memory, factor: MEBIBYTE },
    { metric: 'GPU_TEMPERATURE', of: 'USED', query: each('DCGM_FI_DEV_GPU_TEMP'), factor: 1 },
    { metric: 'GPU_POWER', of: 'USED', query: each('DCGM_FI_DEV_POWER_USAGE'), factor: 1 },
  ];
}

/** Every GPU of several machines, now. Each series has the namespace and the name of its machine. */
export function gaugeQueries(machines: readonly MeasuredMachine[], overMs: number) {
  const of = `${selectorOfAll(machines)}[${overMs / 1_000}s]`;
  const each = (name: string) => `max by (namespace, name, gpu) (avg_over_time(${name}${of}))`;
  return {
    use: each('DCGM_FI_DEV_GPU_UTIL'),
    usedMemory: each('DCGM_FI_DEV_FB_USED'),
    freeMemory: each('DCGM_FI_DEV_FB_FREE'),
  };
}

/** The highest use of any GPU of a machine in whole percents, a series for each machine. */
export function highestUseQuery(machines: readonly MeasuredMachine[], overMs: number): string {
  const of = `${selectorOfAll(machines)}[${overMs / 1_000}s]`;
  const highest = `max by (namespace, name) (max_over_time(DCGM_FI_DEV_GPU_UTIL${of}))`;
  // A guest may say anything; a day of short numbers of a hundred machines has room in an answer.
  return `floor(clamp(${highest}, 0, ${PERCENT}))`;
}

/** Which GPUs of the fleet are meant, by the names of catalogue objects; all where it says nothing. */
export interface FleetPart {
  readonly region?: string | undefined;
  readonly gpu?: string | undefined;
  readonly node?: string | undefined;
}

/** What a point of the fleet's graph is read from: long enough for several scrapes, and short beside a step of hours. */
const RECENTLY = '[300s]';

/**
 * How many GPUs there are, are occupied, run, are measured and are busy. While operators take turns, both tell of the same;
 * `max` takes one of them. A guest may say anything: of a machine, the mean use counts for as many GPUs as it has, and no
 * NaN of one guest makes the sum of all unknown.
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

/** By the operator's word. */
function gpusByMachine({ region, gpu, node }: FleetPart): string {
  const labels = withLabels({ region, model: gpu, compute_node: node });
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

function withLabels(labels: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(labels).flatMap(([label, value]) =>
    value === undefined ? [] : `${label}=${quoted(value)}`,
  );
  return `{${given.join(',')}}`;
}

/** The names of so many just fit into an address, without those of their namespaces. */
export const MOST_NAMED = 100;

/** By name alone, which is enough; more than have room are all in one namespace, and others that are there are answered, too. */
function selectorOfAll(machines: readonly MeasuredMachine[]): string {
  const gpus = `gpu=~"${indexesBelow(mostGpus(machines))}"`;
  if (machines.length > MOST_NAMED) return `{namespace=${quoted(machines[0]?.namespace ?? '')},${gpus}}`;
  const names = machines.map(({ name }) => name.replaceAll(/[^\w-]/g, String.raw`\$&`));
  return `{name=~${quoted(names.join('|'))},${gpus}}`;
}

function mostGpus(machines: readonly MeasuredMachine[]): number {
  return machines.reduce((most, { gpus }) => Math.max(most, gpus), 0);
}

function indexesBelow(gpus: number): string {
  return Array.from({ length: gpus }, (_, index) => index).join('|');
}

function selectorOf({ namespace, name }: MeasuredMachine, ...more: string[]): string {
  return `{${[`namespace=${quoted(namespace)}`, `name=${quoted(name)}`, ...more].join(',')}}`;
}

/** A string of PromQL, whose escapes are those of JSON here. */
function quoted(text: string): string {
  return JSON.stringify(text);
}
