import type { VirtualMachine } from '@gpulease/kube/kubevirt';
import { parseQuantity } from '@gpulease/kube';
import type { Machine } from './machine.ts';
import { macAddress, rootDiskName } from './names.ts';
import { ACCESS_PORTS } from './service.ts';
import { windowsDevices, windowsDomain } from './windows.ts';

export type GuestSpec = NonNullable<VirtualMachine['spec']['template']['spec']>;
type Domain = GuestSpec['domain'];
type Devices = Domain['devices'];

const ROOT = 'root';
const CLOUD_INIT = 'cloud-init';
const NETWORK = 'default';

/** Seconds a guest has to shut down before it is switched off. */
const SHUTDOWN_SECONDS = 30;

/** Defined by the chart: ordinary pods cannot preempt a machine, and a machine preempts nothing. */
const PRIORITY_CLASS = 'gpulease-machine';

const GiB = 2 ** 30;
/** KubeVirt adds memory to a running machine in blocks of 2 MiB. */
const HOTPLUG_BLOCK = 2 ** 21;

/** Builds the spec of a VirtualMachine's instance: processors, memory, devices and guest setup. */
export function guestSpec(machine: Machine): GuestSpec {
  const isWindows = machine.image.osType === 'Windows';
  return {
    architecture: machine.image.architecture,
    affinity: onNode(machine.node),
    tolerations: machine.tolerations,
    priorityClassName: PRIORITY_CLASS,
    // A machine is bound to its node and cannot migrate: KubeVirt only signals an eviction, and we stop it with notice.
    evictionStrategy: 'External',
    terminationGracePeriodSeconds: SHUTDOWN_SECONDS,
    hostname: machine.hostname,
    domain: {
      ...amounts(machine),
      ...(isWindows ? windowsDomain : {}),
      devices: {
        ...(isWindows ? windowsDevicesOf(machine) : linuxDevicesOf(machine)),
        // A log would take a container that uses CPU and memory and reveals typed text to the cluster.
        logSerialConsole: false,
      },
    },
    networks: [{ name: NETWORK, pod: {} }],
    volumes: volumes(machine),
    readinessProbe: readinessProbe(machine),
    ...accessCredentials(machine),
  };
}

/**
 * Probes whether users can sign in: without it KubeVirt reports a machine as ready before its guest has booted. Only
 * readiness depends on it. The guest's server logs every attempt, so attempts are infrequent.
 */
function readinessProbe({ image }: Machine): NonNullable<GuestSpec['readinessProbe']> {
  // The published type omits the port.
  const tcpSocket: object = { port: ACCESS_PORTS[image.osType === 'Windows' ? 'rdp' : 'ssh'] };
  return { tcpSocket, periodSeconds: 10, timeoutSeconds: 3, failureThreshold: 3 };
}

/** Returns the affinity that makes kube-scheduler place a machine on this node. */
export function onNode(node: string): NonNullable<GuestSpec['affinity']> {
  const matchFields = [{ key: 'metadata.name', operator: 'In' as const, values: [node] }];
  return {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchFields }] },
    },
  };
}

function amounts(machine: Machine): Pick<Domain, 'cpu' | 'memory' | 'resources'> {
  const { cpu, cpuModel, memory } = machine;
  // Paid for in full, so never overcommitted; VFIO pins all guest memory anyway.
  const paid = { cpu: String(cpu), memory };
  return {
    cpu: { cores: cpu, sockets: 1, threads: 1, maxSockets: 1, model: cpuModel },
    memory: { guest: memory, ...(mayGrow(machine) ? { maxGuest: memory } : {}) },
    resources: { requests: paid, limits: paid },
  };
}

/**
 * Returns whether KubeVirt would let the memory grow to four times its size unless limited. If it would not, it rejects
 * a limit.
 */
function mayGrow({ memory, image }: Machine): boolean {
  const bytes = parseQuantity(memory);
  return image.architecture === 'amd64' && bytes >= GiB && bytes % HOTPLUG_BLOCK === 0;
}

function linuxDevicesOf(machine: Machine): Devices {
  return {
    disks: [
      { name: ROOT, bootOrder: 1, disk: { bus: 'virtio' } },
      { name: CLOUD_INIT, disk: { bus: 'virtio' } },
    ],
    interfaces: [networkCard(machine, 'virtio')],
    ...gpusOf(machine),
  };
}

/** Windows ships without virtio drivers. */
function windowsDevicesOf(machine: Machine): Devices {
  return {
    disks: [{ name: ROOT, bootOrder: 1, disk: { bus: 'sata' } }],
    interfaces: [networkCard(machine, 'e1000e')],
    ...windowsDevices,
    ...gpusOf(machine),
  };
}

function networkCard({ uid }: Machine, model: string): NonNullable<Devices['interfaces']>[number] {
  return { name: NETWORK, masquerade: {}, macAddress: macAddress(uid), model };
}

/** Sets empty lists too, so that devices that others add to the machine are removed. */
function gpusOf({ gpu }: Machine): Pick<Devices, 'gpus' | 'hostDevices'> {
  if (gpu === undefined) return { gpus: [], hostDevices: [] };
  const { deviceName, count } = gpu;
  const gpus = Array.from({ length: count }, (_, index) => ({ name: `gpu-${index}`, deviceName }));
  return { gpus, hostDevices: [] };
}

function volumes({ name, image, userDataSecret }: Machine): NonNullable<GuestSpec['volumes']> {
  const root = { name: ROOT, dataVolume: { name: rootDiskName(name) } };
  if (image.osType === 'Windows') return [root];
  const secretRef = { name: userDataSecret ?? name };
  return [root, { name: CLOUD_INIT, cloudInitNoCloud: { secretRef } }];
}

/** Passes the keys separately if users bring their own user data; ours already contains them. */
function accessCredentials(machine: Machine): Pick<GuestSpec, 'accessCredentials'> {
  const { name, image, sshKeys, userDataSecret } = machine;
  if (image.osType === 'Windows' || userDataSecret === undefined || sshKeys.length === 0) return {};
  const sshPublicKey = {
    source: { secret: { secretName: name } },
    propagationMethod: { noCloud: {} },
  };
  return { accessCredentials: [{ sshPublicKey }] };
}
