/** All queries about machines for the source of metrics, in PromQL. Pure. */
import type { GpuErrorKind, MetricSeries, WorkloadMetricName } from '@gpulease/contract/enums';
import type { Workload } from '@gpulease/crds';
import { quoted, withLabels } from './promql.ts';

/** A machine as its metrics identify it. */
export interface MeasuredMachine {
  readonly namespace: string;
  /** The name of the VirtualMachineInstance, which is never reused. */
  readonly name: string;
  readonly cpus: number;
  readonly gpus: number;
}

/** Undefined for a machine that has never run. */
export function measuredMachine({ metadata, status = {} }: Workload): MeasuredMachine | undefined {
  const { virtualMachine, startedAt, resources } = status;
  if (virtualMachine === undefined || startedAt === undefined || resources === undefined) return undefined;
  const { cpu, gpu } = resources;
  return { namespace: metadata.namespace ?? '', name: virtualMachine, cpus: cpu, gpus: gpu?.count ?? 0 };
}

/** One query, and the line and graph of its answer; `LIMIT` is the maximum. */
export interface Question {
  readonly metric: WorkloadMetricName;
  readonly of: MetricSeries | 'LIMIT';
  readonly query: string;
  /** Converts an answered value to the unit of the contract. */
  readonly factor: number;
}

/** The unit in which DCGM measures memory and NVLink traffic. */
export const MEBIBYTE = 2 ** 20;
const PERCENT = 100;

/** Returns the questions about a machine; each point is an average over `overMs`. */
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
  const files = (name: string) => fileSystems(machine, name, over);
  const cpu = `max(${rate('kubevirt_vmi_cpu_usage_seconds_total')})`;
  return [
    { metric: 'CPU', of: 'USED', query: cpu, factor: PERCENT / machine.cpus },
    { metric: 'MEMORY', of: 'USED', query: used, factor: 1 },
    { metric: 'MEMORY', of: 'LIMIT', query: available, factor: 1 },
    ...trafficQuestions(traffic),
    { metric: 'FILE_SYSTEM', of: 'USED', query: files('used_bytes'), factor: 1 },
    { metric: 'FILE_SYSTEM', of: 'LIMIT', query: files('capacity_bytes'), factor: 1 },
  ];
}

/** Returns the questions about network and disk traffic; `traffic` queries the rate of a counter that each device has. */
export function trafficQuestions(traffic: (counter: string, device: string) => string): Question[] {
  const network = (counter: string) => traffic(`kubevirt_vmi_network_${counter}`, 'interface');
  const disk = (counter: string) => traffic(`kubevirt_vmi_storage_${counter}`, 'drive');
  return [
    { metric: 'NETWORK', of: 'RECEIVED', query: network('receive_bytes_total'), factor: 1 },
    { metric: 'NETWORK', of: 'SENT', query: network('transmit_bytes_total'), factor: 1 },
    { metric: 'DISK', of: 'READ', query: disk('read_traffic_bytes_total'), factor: 1 },
    { metric: 'DISK', of: 'WRITTEN', query: disk('write_traffic_bytes_total'), factor: 1 },
    { metric: 'DISK_OPERATIONS', of: 'READ', query: disk('iops_read_total'), factor: 1 },
    { metric: 'DISK_OPERATIONS', of: 'WRITTEN', query: disk('iops_write_total'), factor: 1 },
  ];
}

/** From the guest agent. A disk that is mounted several times counts once; read-only images, which are always full, do not. */
function fileSystems(machine: MeasuredMachine, name: string, over: string): string {
  const of = selectorOf(machine, 'file_system_type!~"squashfs|iso9660"');
  return `sum(max by (disk_name) (avg_over_time(kubevirt_vmi_filesystem_${name}${of}${over})))`;
}

/**
 * From NVIDIA's DCGM exporter in the guest, which may report anything: only the machine's own GPUs are queried. The traffic
 * over PCIe and NVLink comes as rates, the latter in MiB/s, even if an exporter declares them as counters.
 */
function gpuQuestions(machine: MeasuredMachine, over: string): Question[] {
  const of = gpusOf(machine);
  const each = (name: string) => `max by (gpu) (avg_over_time(${name}${of}${over}))`;
  const nvLink = each('DCGM_FI_DEV_NVLINK_BANDWIDTH_TOTAL');
  const received = `sum(${each('DCGM_FI_PROF_PCIE_RX_BYTES')})`;
  const sent = `sum(${each('DCGM_FI_PROF_PCIE_TX_BYTES')})`;
  const used = each('DCGM_FI_DEV_FB_USED');
  const memory = `${used} + ${each('DCGM_FI_DEV_FB_FREE')}`;
  return [
    { metric: 'GPU_UTILIZATION', of: 'USED', query: each('DCGM_FI_DEV_GPU_UTIL'), factor: 1 },
    { metric: 'GPU_MEMORY', of: 'USED', query: used, factor: MEBIBYTE },
    { metric: 'GPU_MEMORY', of: 'LIMIT', query: memory, factor: MEBIBYTE },
    { metric: 'GPU_TEMPERATURE', of: 'USED', query: each('DCGM_FI_DEV_GPU_TEMP'), factor: 1 },
    { metric: 'GPU_POWER', of: 'USED', query: each('DCGM_FI_DEV_POWER_USAGE'), factor: 1 },
    { metric: 'GPU_CLOCK', of: 'USED', query: each('DCGM_FI_DEV_SM_CLOCK'), factor: 1 },
    { metric: 'GPU_MEMORY_CLOCK', of: 'USED', query: each('DCGM_FI_DEV_MEM_CLOCK'), factor: 1 },
    { metric: 'GPU_PCIE', of: 'RECEIVED', query: received, factor: 1 },
    { metric: 'GPU_PCIE', of: 'SENT', query: sent, factor: 1 },
    { metric: 'GPU_NVLINK', of: 'USED', query: nvLink, factor: MEBIBYTE },
  ];
}

/** Returns queries for what the driver of each GPU has logged and counted since it was loaded, if above zero. */
export function errorQueries(machine: MeasuredMachine, overMs: number): Record<GpuErrorKind, string> {
  const of = `${gpusOf(machine)}[${overMs / 1_000}s]`;
  const highest = (name: string) => `max by (gpu) (max_over_time(DCGM_FI_DEV_${name}${of})) > 0`;
  return {
    XID: highest('XID_ERRORS'),
    ECC_UNCORRECTED: highest('ECC_DBE_VOL_TOTAL'),
    ECC_CORRECTED: highest('ECC_SBE_VOL_TOTAL'),
  };
}

/** Returns queries for the current state of every GPU of several machines. Each series has its machine's namespace and name. */
export function gaugeQueries(machines: readonly MeasuredMachine[], overMs: number) {
  const of = `${selectorOfAll(machines)}[${overMs / 1_000}s]`;
  const each = (name: string) => `max by (namespace, name, gpu) (avg_over_time(${name}${of}))`;
  return {
    use: each('DCGM_FI_DEV_GPU_UTIL'),
    usedMemory: each('DCGM_FI_DEV_FB_USED'),
    freeMemory: each('DCGM_FI_DEV_FB_FREE'),
  };
}

/** Returns a query for the highest use of any GPU of a machine in whole percent, with one series per machine. */
export function highestUseQuery(machines: readonly MeasuredMachine[], overMs: number): string {
  const of = `${selectorOfAll(machines)}[${overMs / 1_000}s]`;
  const highest = `max by (namespace, name) (max_over_time(DCGM_FI_DEV_GPU_UTIL${of}))`;
  // A guest may report anything; whole percents let a day of a hundred machines fit an answer.
  return `floor(clamp(${highest}, 0, ${PERCENT}))`;
}

/** This many names just fit a URL, without their namespaces. */
export const MOST_NAMED = 100;

/** Selects by name alone, which is unique. Too many are selected by their common namespace, which may add other machines. */
function selectorOfAll(machines: readonly MeasuredMachine[]): string {
  const gpus = `gpu=~"${indexesBelow(Math.max(0, ...machines.map((one) => one.gpus)))}"`;
  if (machines.length > MOST_NAMED) return `{namespace=${quoted(machines[0]?.namespace ?? '')},${gpus}}`;
  const names = machines.map(({ name }) => name.replaceAll(/[^\w-]/g, String.raw`\$&`));
  return `{name=~${quoted(names.join('|'))},${gpus}}`;
}

function indexesBelow(gpus: number): string {
  return Array.from({ length: gpus }, (_, index) => index).join('|');
}

function gpusOf(machine: MeasuredMachine): string {
  return selectorOf(machine, `gpu=~"${indexesBelow(machine.gpus)}"`);
}

function selectorOf({ namespace, name }: MeasuredMachine, ...more: string[]): string {
  return withLabels({ namespace, name }, ...more);
}
