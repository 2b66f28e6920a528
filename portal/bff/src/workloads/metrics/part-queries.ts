/** All queries about the machines of a node, a region or a GPU model for the source of metrics, in PromQL. Pure. */
import { tenantNamespace } from '@gpulease/crds';
import { gpusByMachine, runningMachines, type FleetPart } from './fleet-queries.ts';
import { withLabels } from './promql.ts';
import { MEBIBYTE, trafficQuestions, type Question } from './queries.ts';

/** A part of the fleet as its machines' metrics identify it. */
export interface MeasuredPart {
  readonly part: FleetPart;
  /** The name of the Kubernetes node, if the part is one node. */
  readonly host: string | undefined;
  /** What its nodes offer to machines. */
  readonly cpus: number;
  readonly memoryBytes: number;
  readonly hasGpus: boolean;
}

/** Returns the questions about the machines of a part of the fleet; each point is an average over `overMs`. */
export function partQuestions(measured: MeasuredPart, overMs: number): Question[] {
  const over = `[${overMs / 1_000}s]`;
  const all = machineQuestions(measured, over);
  return measured.hasGpus ? [...gpuQuestions(measured.part, over), ...all] : all;
}

/** Sums over tenants' machines, from KubeVirt, whose metrics have no region or model: machines are joined by name. */
function machineQuestions({ part, host, cpus }: MeasuredPart, over: string): Question[] {
  const tenants = withLabels({ node: host }, `namespace=~"${tenantNamespace('.+')}"`);
  const sum = (each: string) =>
    host === undefined ? `sum(${each} and on (name) ${runningMachines(part)})` : `sum(${each})`;
  const rate = (name: string, ...by: string[]) =>
    sum(`max by (${['name', ...by].join(', ')}) (rate(${name}${tenants}${over}))`);
  const average = (name: string) =>
    `max by (name) (avg_over_time(kubevirt_vmi_memory_${name}_bytes${tenants}${over}))`;
  const memory = sum(`${average('available')} - ${average('usable')}`);
  const cpu = rate('kubevirt_vmi_cpu_usage_seconds_total');
  return [
    host === undefined
      ? { metric: 'CPU_CORES', of: 'USED', query: cpu, factor: 1 }
      : { metric: 'CPU', of: 'USED', query: cpu, factor: 100 / cpus },
    { metric: 'MEMORY', of: 'USED', query: memory, factor: 1 },
    ...trafficQuestions(rate),
  ];
}

/** From the exporter in the guests, which may report anything: a machine's mean counts for its own GPUs, NaN for nothing. */
function gpuQuestions(part: FleetPart, over: string): Question[] {
  const gpus = gpusByMachine(part);
  const mean = (of: string) => `avg by (name) (avg_over_time(DCGM_FI_DEV_${of}{name!=""}${over}) >= 0)`;
  const sum = (each: string) => `sum(${gpus} * ${each})`;
  const memory = sum(`(${mean('FB_USED')} + ${mean('FB_FREE')})`);
  const hottest = `max(max by (name) (avg_over_time(DCGM_FI_DEV_GPU_TEMP{name!=""}${over}) >= 0) and ${gpus})`;
  return [
    { metric: 'GPU_MEMORY', of: 'USED', query: sum(mean('FB_USED')), factor: MEBIBYTE },
    { metric: 'GPU_MEMORY', of: 'LIMIT', query: memory, factor: MEBIBYTE },
    { metric: 'GPU_TEMPERATURE', of: 'HOTTEST', query: hottest, factor: 1 },
    { metric: 'GPU_POWER', of: 'USED', query: sum(mean('POWER_USAGE')), factor: 1 },
  ];
}
