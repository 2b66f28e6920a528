import { createHash } from 'node:crypto';
import { controllerReference, parseQuantity, type NewObject, type Pod } from '@gpulease/kube';
import type { VirtualMachineInstance, VirtualMachineInstanceSpec } from '@gpulease/kube/kubevirt';
import { defined } from '../defined.ts';

/** Label of KubeVirt's pods. */
export const launcherLabel = { 'kubevirt.io': 'virt-launcher' } as const;
/** On a pod: UID of its instance. */
export const createdByLabel = 'kubevirt.io/created-by';
/** On nodes that may run machines. */
export const schedulableLabel = 'kubevirt.io/schedulable';
const machineTypePrefix = 'machine-type.node.kubevirt.io/';
/** Copies the guest's serial console to the pod's log if the instance requests it. */
export const consoleLogContainer = 'guest-console-log';
const CONSOLE_LOG_AMOUNTS = { cpu: '15m', memory: '60M' };
/** No node has this label; a pod that selects it simulates the fault `Unschedulable`. */
export const unschedulableLabel = 'simulation.gpulease.dev/unschedulable';

const SIMULATED_IMAGE = 'simulated/virt-launcher:v1.9.0';
const MAX_LABEL_LENGTH = 63;
const DEFAULT_GRACE_SECONDS = 30;
/** Storage for virt-launcher's own files. */
const EPHEMERAL_STORAGE = '50M';

/** Returns the label of nodes that can run a machine type; KubeVirt's default for the architecture if none is given. */
export function machineTypeLabel(architecture: string | undefined, type?: string): string {
  return machineTypePrefix + (type ?? (architecture === 'arm64' ? 'virt' : 'q35'));
}

export interface PodOptions {
  isUnschedulable: boolean;
  /** Factor by which KubeVirt multiplies the pod's memory overhead. */
  overheadRatio: number;
}

/** Returns the pod of an instance. Its name is derived from the instance, so it cannot be created twice. */
export function launcherPod(
  instance: VirtualMachineInstance,
  { isUnschedulable, overheadRatio }: PodOptions,
): NewObject<Pod> {
  const { name, namespace, labels } = instance.metadata;
  const { spec } = instance;
  return {
    metadata: {
      name: launcherName(instance),
      ...(namespace === undefined ? {} : { namespace }),
      labels: { ...labels, ...identityLabels(instance) },
      annotations: {
        'kubevirt.io/domain': name,
        'kubectl.kubernetes.io/default-container': 'compute',
        'simulation.gpulease.dev/note': 'Played by GPULease for KubeVirt; no virtual machine runs in it.',
      },
      ownerReferences: [controllerReference(instance)],
    },
    spec: {
      containers: [{ name: 'compute', image: SIMULATED_IMAGE, resources: podResources(spec, overheadRatio) }],
      ...(spec.domain.devices.logSerialConsole === true && { initContainers: [consoleLog] }),
      restartPolicy: 'Never',
      automountServiceAccountToken: false,
      terminationGracePeriodSeconds: spec.terminationGracePeriodSeconds ?? DEFAULT_GRACE_SECONDS,
      nodeSelector: nodeSelector(spec, isUnschedulable),
      ...placement(spec),
    },
  };
}

const consoleLog = {
  name: consoleLogContainer,
  image: SIMULATED_IMAGE,
  restartPolicy: 'Always',
  resources: { requests: CONSOLE_LOG_AMOUNTS, limits: CONSOLE_LOG_AMOUNTS },
} as const;

function identityLabels({ metadata: { name, uid = '' } }: VirtualMachineInstance): Record<string, string> {
  return {
    ...launcherLabel,
    [createdByLabel]: uid,
    'vm.kubevirt.io/name': name.slice(0, MAX_LABEL_LENGTH),
    'vmi.kubevirt.io/id': labelValue(name),
  };
}

/** Truncates a name too long for a label and appends a hash, as KubeVirt does. */
export function labelValue(name: string): string {
  if (name.length <= MAX_LABEL_LENGTH) return name;
  return `${name.slice(0, 54)}-${createHash('sha1').update(name).digest('hex').slice(0, 8)}`;
}

export function launcherName({ metadata: { name, uid = '' } }: VirtualMachineInstance): string {
  const suffix = BigInt(`0x${createHash('sha256').update(uid).digest('hex')}`)
    .toString(36)
    .slice(-5);
  return `virt-launcher-${name}-${suffix}`;
}

function nodeSelector(spec: VirtualMachineInstanceSpec, isUnschedulable: boolean): Record<string, string> {
  return {
    ...spec.nodeSelector,
    [schedulableLabel]: 'true',
    [machineTypeLabel(spec.architecture, spec.domain.machine?.type)]: 'true',
    ...(spec.architecture === undefined ? {} : { 'kubernetes.io/arch': spec.architecture }),
    ...(isUnschedulable ? { [unschedulableLabel]: 'true' } : {}),
  };
}

function placement(spec: VirtualMachineInstanceSpec): Partial<NonNullable<Pod['spec']>> {
  const { affinity, tolerations, schedulerName, priorityClassName } = spec;
  return defined({ affinity, tolerations, schedulerName, priorityClassName });
}

type Amounts = Record<string, string>;

/** Returns the requested CPU and memory plus KubeVirt's overhead, and one unit of its resource per GPU. */
export function podResources(
  spec: VirtualMachineInstanceSpec,
  overheadRatio: number,
): { requests: Amounts; limits: Amounts } {
  const { requests = {}, limits = {} }: { requests?: Amounts; limits?: Amounts } =
    spec.domain.resources ?? {};
  const memory = requests.memory ?? spec.domain.memory?.guest;
  const overhead = overheadMebibytes(spec, overheadRatio);
  const withOverhead = (amount: string): string => formatMebibytes(toMebibytes(amount) + overhead);
  return {
    requests: defined({
      cpu: requests.cpu ?? `${virtualCpus(spec) * 100}m`,
      memory: memory && withOverhead(memory),
      'ephemeral-storage': EPHEMERAL_STORAGE,
    }),
    limits: {
      ...defined({ cpu: limits.cpu, memory: limits.memory && withOverhead(limits.memory) }),
      ...gpuAmounts(spec),
    },
  };
}

export function virtualCpus({ domain: { cpu } }: VirtualMachineInstanceSpec): number {
  return (cpu?.cores ?? 1) * (cpu?.sockets ?? 1) * (cpu?.threads ?? 1);
}

/** Returns the pod's memory beyond the guest's: the hypervisor, its threads and devices, and its page tables. */
export function overheadMebibytes(spec: VirtualMachineInstanceSpec, ratio: number): number {
  const guest = toMebibytes(spec.domain.memory?.guest ?? '0');
  const hypervisor = 360 + 8 * virtualCpus(spec);
  const passthrough = gpuNames(spec).length > 0 ? 1024 : 0;
  return Math.ceil((hypervisor + guest / 512 + passthrough) * ratio);
}

/** Returns the device names of an instance's GPUs, one per GPU. */
export function gpuNames({ domain }: VirtualMachineInstanceSpec): string[] {
  return (domain.devices.gpus ?? []).flatMap(({ deviceName }) => deviceName ?? []);
}

function gpuAmounts(spec: VirtualMachineInstanceSpec): Amounts {
  const counts = new Map<string, number>();
  for (const name of gpuNames(spec)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Object.fromEntries([...counts].map(([name, count]) => [name, String(count)]));
}

/** Parses a Kubernetes quantity of memory. Throws if it is invalid. */
export function toMebibytes(quantity: string): number {
  return parseQuantity(quantity) / 2 ** 20;
}

export function formatMebibytes(mebibytes: number): string {
  return `${Math.ceil(mebibytes)}Mi`;
}
