import type { VirtualMachine } from '@gpulease/kube/kubevirt';
import type { Machine } from './machine.ts';
import { macAddress, rootDiskName } from './names.ts';
import { windowsDevices, windowsDomain } from './windows.ts';

export type GuestSpec = NonNullable<VirtualMachine['spec']['template']['spec']>;
type Domain = GuestSpec['domain'];
type Devices = Domain['devices'];

const ROOT = 'root';
const CLOUD_INIT = 'cloud-init';
const NETWORK = 'default';

/** Seconds a guest has to shut down before it is switched off. */
const SHUTDOWN_SECONDS = 30;

/** What runs in the VirtualMachine: processors, memory, devices, and how the guest is set up. */
export function guestSpec(machine: Machine): GuestSpec {
  const isWindows = machine.image.osType === 'Windows';
  return {
    architecture: machine.image.architecture,
    affinity: onNode(machine.node),
    // A machine is bound to its node, so none can migrate: an eviction is only announced, and we stop it with notice.
    evictionStrategy: 'External',
    terminationGracePeriodSeconds: SHUTDOWN_SECONDS,
    hostname: machine.name,
    domain: {
      ...amounts(machine),
      ...(isWindows ? windowsDomain : {}),
      devices: isWindows ? windowsDevicesOf(machine) : linuxDevicesOf(machine),
    },
    networks: [{ name: NETWORK, pod: {} }],
    volumes: volumes(machine),
    ...accessCredentials(machine),
  };
}

function onNode(node: string): NonNullable<GuestSpec['affinity']> {
  const matchFields = [{ key: 'metadata.name', operator: 'In' as const, values: [node] }];
  return {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchFields }] },
    },
  };
}

function amounts({ cpu, memory, gpu }: Machine): Pick<Domain, 'cpu' | 'memory' | 'resources'> {
  // Paid for in full, so never overcommitted; VFIO pins all guest memory anyway.
  const paid = { cpu: String(cpu), memory };
  return {
    // KubeVirt's own defaults would leave the machine marked as needing a restart for ever.
    cpu: {
      cores: cpu,
      sockets: 1,
      threads: 1,
      maxSockets: 1,
      model: gpu === undefined ? 'host-model' : 'host-passthrough',
    },
    memory: { guest: memory, maxGuest: memory },
    resources: { requests: paid, limits: paid },
  };
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

/** Windows brings no drivers for virtio. */
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

function gpusOf({ gpu }: Machine): Pick<Devices, 'gpus'> {
  if (gpu === undefined) return {};
  const { deviceName, count } = gpu;
  return { gpus: Array.from({ length: count }, (_, index) => ({ name: `gpu-${index}`, deviceName })) };
}

function volumes({ name, image, userDataSecret }: Machine): NonNullable<GuestSpec['volumes']> {
  const root = { name: ROOT, dataVolume: { name: rootDiskName(name) } };
  if (image.osType === 'Windows') return [root];
  const secretRef = { name: userDataSecret ?? name };
  return [root, { name: CLOUD_INIT, cloudInitNoCloud: { secretRef } }];
}

/** Keys that come beside the user's own user data; in ours they stand already. */
function accessCredentials(machine: Machine): Pick<GuestSpec, 'accessCredentials'> {
  const { name, image, sshKeys, userDataSecret } = machine;
  if (image.osType === 'Windows' || userDataSecret === undefined || sshKeys.length === 0) return {};
  const sshPublicKey = {
    source: { secret: { secretName: name } },
    propagationMethod: { noCloud: {} },
  };
  return { accessCredentials: [{ sshPublicKey }] };
}
