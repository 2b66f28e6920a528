/**
 * What Prometheus reads of the running machines: the series of KubeVirt's virt-handlers, and those of NVIDIA's DCGM
 * exporter in guests with GPUs, with the names and labels of the real ones. Pure.
 */
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

/** A running machine at a moment. */
interface Machine {
  labels: Readonly<Record<string, string>>;
  guest: Guest;
  work: Work;
  /** Its image has the DCGM exporter. */
  hasExporter: boolean;
  /** By the GPU's place in the machine. */
  brokenGpus: readonly boolean[];
  /** Since it started. */
  seconds: number;
}

/** On a Namespace: what its machines are busy with, `Training`, `Inference` or `Idle`. */
const workAnnotation = 'simulation.gpulease.dev/work';

/** Where a machine is, and which of its GPUs are broken. */
export interface Surroundings {
  namespace?: Namespace | undefined;
  brokenGpus?: readonly boolean[];
}

type SurroundingsOf = (instance: VirtualMachineInstance) => Surroundings;

/** In the text format of Prometheus; its version is 0.0.4. */
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
    seconds: Math.max((now.getTime() - guest.startedAt.getTime()) / 1_000, 0),
  };
}

/** Bytes a second of a fully busy machine. */
const traffic = {
  network_receive_bytes_total: { interface: 'default', bytes: 40e6 },
  network_transmit_bytes_total: { interface: 'default', bytes: 12e6 },
  storage_read_traffic_bytes_total: { drive: 'vda', bytes: 180e6 },
  storage_write_traffic_bytes_total: { drive: 'vda', bytes: 60e6 },
} as const;

/** What the kernel keeps for itself. */
const RESERVED_MEMORY = 0.03;

function ofKubeVirt({ labels, guest, work, seconds }: Machine): Series[] {
  const busy = usedSeconds(work.cpu, seconds);
  const available = guest.memoryMebibytes * 2 ** 20 * (1 - RESERVED_MEMORY);
  const usable = available * (1 - work.memory * filledAt(seconds));
  const series = (name: string, type: Series['type'], value: number, more = {}): Series => ({
    name: `kubevirt_vmi_${name}`,
    type,
    labels: { ...labels, ...more },
    value,
  });
  return [
    series('cpu_usage_seconds_total', 'counter', busy * guest.cpus),
    series('memory_available_bytes', 'gauge', Math.round(available)),
    series('memory_usable_bytes', 'gauge', Math.round(usable)),
    ...Object.entries(traffic).map(([name, { bytes, ...more }]) =>
      series(name, 'counter', Math.round(busy * bytes), more),
    ),
  ];
}

/** What the driver logs of a GPU that does not answer any more. */
const FALLEN_OFF_THE_BUS = 79;

function ofGpus({ labels: { namespace, name }, guest, work, seconds, brokenGpus }: Machine): Series[] {
  return guest.gpus.flatMap(({ product, memoryMebibytes }, gpu) => {
    // Each GPU of a machine is a little behind the one before.
    const isBroken = brokenGpus[gpu] === true;
    const use = isBroken ? 0 : useAt(work.gpu, Math.max(seconds - gpu * 11, 0));
    const used = Math.round(memoryMebibytes * work.gpuMemory * filledAt(seconds));
    const watts = 300 + memoryMebibytes / 400;
    const values = {
      GPU_UTIL: Math.round(use * 100),
      FB_USED: used,
      FB_FREE: memoryMebibytes - used,
      GPU_TEMP: Math.round(33 + 42 * use),
      POWER_USAGE: Math.round(watts * (0.14 + 0.82 * use)),
      XID_ERRORS: isBroken ? FALLEN_OFF_THE_BUS : 0,
    };
    const labels = {
      namespace: namespace ?? '',
      name: name ?? '',
      gpu: String(gpu),
      modelName: `NVIDIA ${product}`,
    };
    return Object.entries(values).map(([field, value]): Series => ({
      name: `DCGM_FI_DEV_${field}`,
      type: 'gauge',
      labels,
      value,
    }));
  });
}

function block(name: string, series: readonly Series[]): string {
  const lines = series.map(({ labels, value }) => `${name}{${labelText(labels)}} ${value}\n`);
  return `# TYPE ${name} ${series[0]?.type ?? 'untyped'}\n${lines.join('')}`;
}

/** Names of Kubernetes need no escapes; models may hold anything. */
function labelText(labels: Series['labels']): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
    .join(',');
}
