/** Renders the metrics of running machines: the series of virt-handlers, and of DCGM exporters in guests. Pure. */
import { labels as labelNames } from '@gpulease/crds';
import type { Namespace } from '@gpulease/kube';
import type { VirtualMachineInstance } from '@gpulease/kube/kubevirt';
import { guestOf, type Guest } from '../guest/guest.ts';
import { filledAt, useAt, usedSeconds, workOf, type Work } from './load.ts';

interface Series {
  name: string;
  type: 'counter' | 'gauge';
  labels: Readonly<Record<string, string>>;
  value: number;
}

/** Running machine at a point in time. */
interface Machine {
  labels: Readonly<Record<string, string>>;
  guest: Guest;
  work: Work;
  /** Whether its image has the DCGM exporter. */
  hasExporter: boolean;
  /** By GPU index. */
  brokenGpus: readonly boolean[];
  /** 0 if unknown. */
  diskBytes: number;
  /** Seconds since its start. */
  seconds: number;
}

/** On a Namespace: the work of its machines, `Training`, `Inference` or `Idle`. */
const workAnnotation = 'simulation.gpulease.dev/work';

/** Facts about a machine that its instance does not contain. */
export interface Surroundings {
  namespace?: Namespace | undefined;
  brokenGpus?: readonly boolean[];
  diskBytes?: number;
}

type SurroundingsOf = (instance: VirtualMachineInstance) => Surroundings;

/** Returns the metrics in Prometheus' text format, version 0.0.4. */
export function exposition(
  instances: readonly VirtualMachineInstance[],
  now: Date,
  surroundingsOf: SurroundingsOf = () => ({}),
): string {
  const series = instances
    .filter(({ status }) => status?.phase === 'Running')
    .map((instance) => machineOf(instance, surroundingsOf(instance), now))
    .flatMap((machine) => [...ofKubeVirt(machine), ...(machine.hasExporter ? ofGpus(machine) : [])]);
  const names = Map.groupBy(series, ({ name }) => name);
  return [...names].map(([name, same]) => block(name, same)).join('');
}

function machineOf(instance: VirtualMachineInstance, around: Surroundings, now: Date): Machine {
  const { namespace = '', name, labels: own = {} } = instance.metadata;
  const guest = guestOf(instance, '');
  return {
    labels: { node: instance.status?.nodeName ?? '', namespace, name },
    guest,
    work: workOf(`${namespace}/${name}`, around.namespace?.metadata.annotations?.[workAnnotation]),
    hasExporter: labelNames.gpuMetricsPort in own,
    brokenGpus: around.brokenGpus ?? [],
    diskBytes: around.diskBytes ?? 0,
    seconds: Math.max((now.getTime() - guest.startedAt.getTime()) / 1_000, 0),
  };
}

/** Bytes or operations per second of a fully busy machine. */
const traffic = {
  network_receive_bytes_total: { interface: 'default', most: 40e6 },
  network_transmit_bytes_total: { interface: 'default', most: 12e6 },
  storage_read_traffic_bytes_total: { drive: 'vda', most: 180e6 },
  storage_write_traffic_bytes_total: { drive: 'vda', most: 60e6 },
  storage_iops_read_total: { drive: 'vda', most: 1_800 },
  storage_iops_write_total: { drive: 'vda', most: 700 },
} as const;

/** Fraction reserved by the kernel. */
const RESERVED_MEMORY = 0.03;

function ofKubeVirt(machine: Machine): Series[] {
  const { labels, guest, work, seconds } = machine;
  const busy = usedSeconds(work.cpu, seconds);
  const available = guest.memoryMebibytes * 2 ** 20 * (1 - RESERVED_MEMORY);
  const usable = available * (1 - work.memory * filledAt(seconds));
  const series = (name: string, type: Series['type'], value: number, more = {}): Series => ({
    name: `kubevirt_vmi_${name}`,
    type,
    labels: { ...labels, ...more },
    value: type === 'gauge' ? Math.round(value) : value,
  });
  return [
    series('cpu_usage_seconds_total', 'counter', busy * guest.cpus),
    series('memory_available_bytes', 'gauge', available),
    series('memory_usable_bytes', 'gauge', usable),
    ...Object.entries(traffic).map(([name, { most, ...more }]) =>
      series(name, 'counter', Math.round(busy * most), more),
    ),
    ...Object.entries(filesOf(machine)).map(([name, bytes]) =>
      series(`filesystem_${name}`, 'gauge', bytes, rootFileSystem),
    ),
  ];
}

const rootFileSystem = { disk_name: 'vda1', mount_point: '/', file_system_type: 'ext4' };
/** Size of an installed system. */
const SYSTEM_BYTES = 6 * 2 ** 30;

function filesOf({ diskBytes, work, seconds }: Machine): Record<string, number> {
  if (diskBytes === 0) return {};
  const used = SYSTEM_BYTES + (diskBytes - SYSTEM_BYTES) * work.disk * filledAt(seconds);
  return { capacity_bytes: diskBytes, used_bytes: Math.min(used, diskBytes) };
}

function ofGpus(machine: Machine): Series[] {
  const { namespace = '', name = '' } = machine.labels;
  return machine.guest.gpus.flatMap(({ product }, gpu) => {
    const labels = { namespace, name, gpu: String(gpu), modelName: `NVIDIA ${product}` };
    return Object.entries(gpuValues(machine, gpu)).map(([field, value]): Series => ({
      name: `DCGM_FI_${field}`,
      type: 'gauge',
      labels,
      value: Math.round(value),
    }));
  });
}

/** XID that the driver logs for an unresponsive GPU. */
const FALLEN_OFF_THE_BUS = 79;

/** Returns values by DCGM field name. Each GPU of a machine lags slightly behind the previous one. */
function gpuValues({ guest, work, seconds, brokenGpus }: Machine, gpu: number): Record<string, number> {
  const { memoryMebibytes = 0 } = guest.gpus[gpu] ?? {};
  const isBroken = brokenGpus[gpu] === true;
  const use = isBroken ? 0 : useAt(work.gpu, Math.max(seconds - gpu * 11, 0));
  const used = Math.round(memoryMebibytes * work.gpuMemory * filledAt(seconds));
  return {
    DEV_GPU_UTIL: use * 100,
    DEV_FB_USED: used,
    DEV_FB_FREE: memoryMebibytes - used,
    DEV_GPU_TEMP: 33 + 42 * use,
    DEV_POWER_USAGE: (300 + memoryMebibytes / 400) * (0.14 + 0.82 * use),
    DEV_SM_CLOCK: use === 0 ? 210 : 1_410 - 90 * use,
    DEV_MEM_CLOCK: 1_512,
    PROF_PCIE_RX_BYTES: use * 6e9,
    PROF_PCIE_TX_BYTES: use * 2e9,
    ...(guest.gpus.length > 1 && { DEV_NVLINK_BANDWIDTH_TOTAL: use * 90_000 }),
    DEV_XID_ERRORS: isBroken ? FALLEN_OFF_THE_BUS : 0,
    DEV_ECC_DBE_VOL_TOTAL: isBroken ? 2 : 0,
    DEV_ECC_SBE_VOL_TOTAL: isBroken ? 37 : 0,
  };
}

function block(name: string, series: readonly Series[]): string {
  const lines = series.map(({ labels, value }) => `${name}{${labelText(labels)}} ${value}\n`);
  return `# TYPE ${name} ${series[0]?.type ?? 'untyped'}\n${lines.join('')}`;
}

/** Kubernetes names need no escaping; models may contain any character. */
function labelText(labels: Series['labels']): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
    .join(',');
}
