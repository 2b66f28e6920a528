/** All that the portal asks the source of metrics about the machines of a node, in PromQL. Pure. */
import { tenantNamespace } from '@gpulease/crds';
import { gpusByMachine } from './fleet-queries.ts';
import { withLabels } from './promql.ts';
import { MEBIBYTE, type Question } from './queries.ts';

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
    `sum(max by (${['name', ...by].join(', ')}) (rate(kubevirt_vmi_${name}${machines}${over})))`;
  const average = (name: string) =>
    `max by (name) (avg_over_time(kubevirt_vmi_memory_${name}_bytes${machines}${over}))`;
  const used = `sum(${average('available')} - ${average('usable')})`;
  const received = rate('network_receive_bytes_total', 'interface');
  const sent = rate('network_transmit_bytes_total', 'interface');
  const read = rate('storage_read_traffic_bytes_total', 'drive');
  const written = rate('storage_write_traffic_bytes_total', 'drive');
  const reads = rate('storage_iops_read_total', 'drive');
  const writes = rate('storage_iops_write_total', 'drive');
  return [
    { metric: 'CPU', of: 'USED', query: rate('cpu_usage_seconds_total'), factor: 100 / cpus },
    { metric: 'MEMORY', of: 'USED', query: used, factor: 1 },
    { metric: 'NETWORK', of: 'RECEIVED', query: received, factor: 1 },
    { metric: 'NETWORK', of: 'SENT', query: sent, factor: 1 },
    { metric: 'DISK', of: 'READ', query: read, factor: 1 },
    { metric: 'DISK', of: 'WRITTEN', query: written, factor: 1 },
    { metric: 'DISK_OPERATIONS', of: 'READ', query: reads, factor: 1 },
    { metric: 'DISK_OPERATIONS', of: 'WRITTEN', query: writes, factor: 1 },
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
