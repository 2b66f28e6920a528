import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { buildVirtualMachine } from './virtual-machine.ts';
import { defaultUserData } from './cloud-init.ts';
import type { Machine } from './machine.ts';

function aMachine(changes: Partial<Machine> = {}): Machine {
  return {
    name: 'train-0a1b2c3d',
    namespace: 'u-1',
    labels: { 'gpulease.dev/workload': 'train' },
    selector: { 'gpulease.dev/workload': 'train' },
    owner: {
      apiVersion: 'gpulease.dev/v1alpha1',
      kind: 'Workload',
      name: 'train',
      uid: 'uid-1',
      controller: true,
    },
    uid: 'uid-1',
    node: 'gpu-node-1',
    cpu: 16,
    memory: '128Gi',
    disk: '200Gi',
    gpu: { deviceName: 'nvidia.com/GA100_A100_PCIE_80GB', count: 2 },
    image: {
      osType: 'Linux',
      architecture: 'amd64',
      defaultUser: 'ubuntu',
      dataSource: { namespace: 'gpulease-images', name: 'ubuntu-24.04' },
    },
    storage: { className: 'fast', locality: 'Node' },
    sshKeys: ['ssh-ed25519 AAAA me'],
    ...changes,
  };
}

function guestOf(changes: Partial<Machine> = {}) {
  const guest = buildVirtualMachine(aMachine(changes)).spec.template.spec;
  if (guest === undefined) throw new Error('the template has no spec');
  return guest;
}

describe('buildVirtualMachine', () => {
  it('belongs to its workload and is named and labelled as it says', () => {
    const { metadata } = buildVirtualMachine(aMachine());
    expect(metadata).toMatchObject({
      name: 'train-0a1b2c3d',
      namespace: 'u-1',
      labels: { 'gpulease.dev/workload': 'train' },
      ownerReferences: [{ kind: 'Workload', uid: 'uid-1' }],
    });
  });

  it('asks for all that was paid for, and never for less than it may use', () => {
    const { domain } = guestOf();
    expect(domain.cpu).toMatchObject({ cores: 16, sockets: 1, maxSockets: 1 });
    expect(domain.memory).toEqual({ guest: '128Gi', maxGuest: '128Gi' });
    expect(domain.resources?.requests).toEqual({ cpu: '16', memory: '128Gi' });
    expect(domain.resources?.limits).toEqual(domain.resources?.requests);
  });

  it('passes each GPU through by its device name', () => {
    expect(guestOf().domain.devices.gpus).toEqual([
      { name: 'gpu-0', deviceName: 'nvidia.com/GA100_A100_PCIE_80GB' },
      { name: 'gpu-1', deviceName: 'nvidia.com/GA100_A100_PCIE_80GB' },
    ]);
  });

  it('is only told of evictions when it has a GPU, and migrates when it has none', () => {
    expect(guestOf().evictionStrategy).toBe('External');
    expect(guestOf({ gpu: undefined }).evictionStrategy).toBe('LiveMigrate');
    expect(guestOf({ gpu: undefined }).domain.devices.gpus).toBeUndefined();
  });

  it('runs on the node it was given and nowhere else', () => {
    const affinity = guestOf().affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
    expect(affinity?.nodeSelectorTerms).toEqual([
      { matchFields: [{ key: 'metadata.name', operator: 'In', values: ['gpu-node-1'] }] },
    ]);
  });

  it('keeps its disk as a clone of the image', () => {
    const { dataVolumeTemplates } = buildVirtualMachine(aMachine()).spec;
    expect(dataVolumeTemplates).toEqual([
      {
        metadata: { name: 'train-0a1b2c3d-root' },
        spec: {
          sourceRef: { kind: 'DataSource', namespace: 'gpulease-images', name: 'ubuntu-24.04' },
          storage: {
            resources: { requests: { storage: '200Gi' } },
            storageClassName: 'fast',
            accessModes: ['ReadWriteOnce'],
          },
        },
      },
    ]);
    expect(guestOf().volumes?.[0]).toEqual({ name: 'root', dataVolume: { name: 'train-0a1b2c3d-root' } });
  });

  it('has a disk for every volume and a network for every interface, by the same names', () => {
    for (const guest of [guestOf(), guestOf({ image: { ...aMachine().image, osType: 'Windows' } })]) {
      expect(guest.domain.devices.disks?.map(({ name }) => name)).toEqual(
        guest.volumes?.map(({ name }) => name),
      );
      expect(guest.domain.devices.interfaces?.map(({ name }) => name)).toEqual(
        guest.networks?.map(({ name }) => name),
      );
    }
  });

  it('gives SSH keys from the Secret, and the user data of the user by reference only', () => {
    const guest = guestOf({ userDataSecret: 'my-data' });
    expect(guest.accessCredentials?.[0]?.sshPublicKey?.source.secret?.secretName).toBe('train-0a1b2c3d');
    expect(guest.volumes?.[1]).toEqual({
      name: 'cloud-init',
      cloudInitNoCloud: { secretRef: { name: 'my-data' } },
    });
  });

  it('gives Windows neither cloud-init nor SSH keys nor virtio devices', () => {
    const guest = guestOf({ image: { ...aMachine().image, osType: 'Windows' } });
    expect(guest.volumes).toHaveLength(1);
    expect(guest.accessCredentials).toBeUndefined();
    expect(JSON.stringify(guest)).not.toContain('virtio');
  });
});

describe('defaultUserData', () => {
  it('is YAML that says what was put in, whatever characters the user name has', () => {
    const defaultUser = 'o\'bri"en: #1\n- x';
    const text = defaultUserData({ name: 'train', defaultUser });
    expect(text.startsWith('#cloud-config\n')).toBe(true);
    expect(parse(text)).toEqual({
      hostname: 'train',
      user: defaultUser,
      ssh_pwauth: false,
      disable_root: true,
    });
  });
});
