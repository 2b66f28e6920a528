/** All that the portal asks the source of metrics about the machines of a node, in PromQL. Pure. */
import { tenantNamespace } from '@gpulease/crds';
import { gpusByMachine } from './fleet-queries.ts';
import { withLabels } from './promql.ts';
import { MEBIBYTE, trafficQuestions, type Question } from './queries.ts';

/** A node as the metrics of its machines know it. */
export interface MeasuredNode {
  /** The name of the ComputeNode. */
  readonly name: string;
  /** The name of the Kubernetes node. */
  readonly host: string;
  /** What it offers to machines. */
  readonly cpus: number;
  readonly memoryBytes: number;
  readonly hasGpus: boolean;
}

/** What is asked about the machines of a node, each point an average over so many milliseconds. */
export function nodeQuestions(node: MeasuredNode, overMs: number): Question[] {
  const over = `[${overMs / 1_000}s]`;
  const all = machineQuestions(node, over);
  return node.hasGpus ? [...gpuQuestions(node, over), ...all] : all;
}

/** Sums over its machines, from KubeVirt; of a host, other virtual machines do not count. */
function machineQuestions({ host, cpus }: MeasuredNode, over: string): Question[] {
  const machines = withLabels({ node: host }, `namespace=~"${tenantNamespace('.+')}"`);
  const rate = (name: string, ...by: string[]) =>
    `sum(max by (${['name', ...by].join(', ')}) (rate(${name}${machines}${over})))`;
  const average = (name: string) =>
    `max by (name) (avg_over_time(kubevirt_vmi_memory_${name}_bytes${machines}${over}))`;
  const used = `sum(${average('available')} - ${average('usable')})`;
  return [
    { metric: 'CPU', of: 'USED', query: rate('kubevirt_vmi_cpu_usage_seconds_total'), factor: 100 / cpus },
    { metric: 'MEMORY', of: 'USED', query: used, factor: 1 },
    ...trafficQuestions(rate),
  ];
}

/**
 * From NVIDIA's DCGM exporter in the guests, which may say anything: of a machine, the mean of its GPUs counts for as many as it has
 * by the operator's word, and no NaN of one guest makes the sum of all unknown.
 */
function gpuQuestions({ name }: MeasuredNode, over: string): Question[] {
  const gpus = gpusByMachine({ node: name });
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
