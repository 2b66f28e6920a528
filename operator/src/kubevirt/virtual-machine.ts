import type { VirtualMachine } from '@gpulease/kube/kubevirt';
import { defaultUserData } from './cloud-init.ts';
import { childMetadata } from './machine.ts';
import type { Machine } from './machine.ts';
import { macAddress } from './names.ts';
import { digestOf } from './ssh-keys.ts';

type Spec = NonNullable<VirtualMachine['spec']>;
type Template = Spec['template']['spec'];
type GuestSpec = NonNullable<Template>;

/** Where a VirtualMachine says which operating system it was made for, however its image changes later. */
export const OS_TYPE_ANNOTATION = 'gpulease.dev/os-type';

/** The SSH keys that the machine's Secret was last written with, as a digest. */
export const SSH_KEYS_ANNOTATION = 'gpulease.dev/ssh-keys';

const ROOT = 'root';
const CLOUD_INIT = 'cloud-init';
const NETWORK = 'default';

/** Seconds a guest has to shut down before it is switched off. */
const SHUTDOWN_SECONDS = 30;

/** The VirtualMachine, switched on. KubeVirt starts it again when it crashes, not when its guest powers it off. */
export function buildVirtualMachine(machine: Machine): VirtualMachine {
  return {
    apiVersion: 'kubevirt.io/v1',
    kind: 'VirtualMachine',
    metadata: {
      ...childMetadata(machine),
      annotations: {
        [OS_TYPE_ANNOTATION]: machine.image.osType,
        [SSH_KEYS_ANNOTATION]: digestOf(machine.sshKeys),
      },
    },
    spec: {
      runStrategy: 'RerunOnFailure',
      dataVolumeTemplates: [rootDiskTemplate(machine)],
      template: { metadata: { labels: machine.labels }, spec: guestSpec(machine) },
    },
  };
}

export function rootDiskName(machineName: string): string {
  return `${machineName}-root`;
}

/** Clones the image, so that the disk outlives every stop of the machine. */
function rootDiskTemplate({
  name,
  image,
  disk,
  storage,
}: Machine): NonNullable<Spec['dataVolumeTemplates']>[number] {
  return {
    metadata: { name: rootDiskName(name) },
    spec: {
      sourceRef: { kind: 'DataSource', ...image.dataSource },
      storage: {
        resources: { requests: { storage: disk } },
        ...(storage.className === undefined ? {} : { storageClassName: storage.className }),
        ...(storage.locality === 'Node' ? { accessModes: ['ReadWriteOnce'] } : {}),
      },
    },
  };
}

function guestSpec(machine: Machine): GuestSpec {
  return {
    architecture: machine.image.architecture,
    affinity: onNode(machine.node),
    // A passed-through GPU cannot migrate: an eviction is then only announced, and we stop the machine with notice.
    evictionStrategy: machine.gpu === undefined ? 'LiveMigrate' : 'External',
    terminationGracePeriodSeconds: SHUTDOWN_SECONDS,
    hostname: machine.name,
    domain: domain(machine),
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

/** The node a machine was last made for. */
export function nodeOfMachine({ spec }: VirtualMachine): string | undefined {
  const required = spec.template.spec?.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  return required?.nodeSelectorTerms[0]?.matchFields?.[0]?.values?.[0];
}

function domain(machine: Machine): GuestSpec['domain'] {
  const { cpu, memory, gpu, image } = machine;
  // Paid for in full, so never overcommitted; VFIO pins all guest memory anyway.
  const amounts = { cpu: String(cpu), memory };
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
    resources: { requests: amounts, limits: amounts },
    devices: {
      disks: disks(image.osType),
      interfaces: [
        {
          name: NETWORK,
          masquerade: {},
          macAddress: macAddress(machine.uid),
          model: image.osType === 'Windows' ? 'e1000e' : 'virtio',
        },
      ],
      ...(gpu === undefined ? {} : { gpus: gpus(gpu) }),
    },
  };
}

/** Windows brings no virtio drivers and no cloud-init. */
function disks(osType: Machine['image']['osType']): NonNullable<GuestSpec['domain']['devices']['disks']> {
  if (osType === 'Windows') return [{ name: ROOT, bootOrder: 1, disk: { bus: 'sata' } }];
  return [
    { name: ROOT, bootOrder: 1, disk: { bus: 'virtio' } },
    { name: CLOUD_INIT, disk: { bus: 'virtio' } },
  ];
}

function gpus({ deviceName, count }: { deviceName: string; count: number }) {
  return Array.from({ length: count }, (_, index) => ({ name: `gpu-${index}`, deviceName }));
}

function volumes({ name, image, userDataSecret }: Machine): NonNullable<GuestSpec['volumes']> {
  const root = { name: ROOT, dataVolume: { name: rootDiskName(name) } };
  if (image.osType === 'Windows') return [root];
  const cloudInitNoCloud =
    userDataSecret === undefined
      ? { userData: defaultUserData({ name, defaultUser: image.defaultUser }) }
      : { secretRef: { name: userDataSecret } };
  return [root, { name: CLOUD_INIT, cloudInitNoCloud }];
}

function accessCredentials({ name, image, sshKeys }: Machine): Pick<GuestSpec, 'accessCredentials'> {
  if (sshKeys.length === 0 || image.osType === 'Windows') return {};
  const sshPublicKey = {
    source: { secret: { secretName: name } },
    propagationMethod: { noCloud: {} },
  };
  return { accessCredentials: [{ sshPublicKey }] };
}
