import { describe, expect, it } from '@jest/globals';
import type { DataVolume } from '@gpulease/kube/kubevirt';
import { buildVirtualMachine, isOff } from './virtual-machine.ts';
import { aMachine } from '../testing/a-machine.ts';
import { aVirtualMachine } from '../testing/scope.ts';
import type { Machine } from './machine.ts';

const windows: Partial<Machine> = { image: { ...aMachine().image, osType: 'Windows' } };

function guestOf(changes: Partial<Machine> = {}) {
  const guest = buildVirtualMachine(aMachine(changes)).spec.template.spec;
  if (guest === undefined) throw new Error('the template has no spec');
  return guest;
}

describe('buildVirtualMachine', () => {
  it('belongs to its workload and has its name and labels', () => {
    const { metadata } = buildVirtualMachine(aMachine());
    expect(metadata).toMatchObject({
      name: 'train-0a1b2c3d',
      namespace: 'u-1',
      labels: { 'gpulease.dev/workload': 'train' },
      ownerReferences: [{ kind: 'Workload', uid: 'uid-1' }],
    });
  });

  it('carries the label by which Prometheus finds GPU metrics, if its image serves them', () => {
    const { template } = buildVirtualMachine(aMachine({ gpuMetricsPort: 9400 })).spec;
    expect(template.metadata?.labels).toMatchObject({
      'gpulease.dev/workload': 'train',
      'gpulease.dev/gpu-metrics-port': '9400',
    });
    expect(buildVirtualMachine(aMachine()).spec.template.metadata?.labels).not.toHaveProperty(
      'gpulease.dev/gpu-metrics-port',
    );
  });

  it('requests everything that was paid for, and has equal limits', () => {
    const { domain } = guestOf();
    expect(domain.cpu).toMatchObject({ cores: 16, sockets: 1, maxSockets: 1 });
    expect(domain.memory).toEqual({ guest: '128Gi', maxGuest: '128Gi' });
    expect(domain.resources?.requests).toEqual({ cpu: '16', memory: '128Gi' });
    expect(domain.resources?.limits).toEqual(domain.resources?.requests);
  });

  it('has the CPU model of its region', () => {
    expect(guestOf({ cpuModel: 'EPYC-Milan' }).domain.cpu).toMatchObject({ model: 'EPYC-Milan' });
  });

  it('passes each GPU through by its device name (SPEC-10.26)', () => {
    expect(guestOf().domain.devices.gpus).toEqual([
      { name: 'gpu-0', deviceName: 'nvidia.com/GA100_A100_PCIE_80GB' },
      { name: 'gpu-1', deviceName: 'nvidia.com/GA100_A100_PCIE_80GB' },
    ]);
  });

  it.each<[what: string, gpu: Machine['gpu'], devices: string[]]>([
    ['no GPU for a SKU without GPUs', undefined, []],
    ['one GPU', { deviceName: 'nvidia.com/AD102GL_L40S', count: 1 }, ['nvidia.com/AD102GL_L40S']],
    [
      'eight GPUs of another model',
      { deviceName: 'nvidia.com/GH100_H100_PCIE', count: 8 },
      Array.from({ length: 8 }, () => 'nvidia.com/GH100_H100_PCIE'),
    ],
  ])('requests %s', (_, gpu, devices) => {
    const { gpus } = guestOf({ gpu }).domain.devices;
    expect(gpus?.map(({ deviceName }) => deviceName)).toEqual(devices);
    expect(new Set(gpus?.map(({ name }) => name)).size).toBe(devices.length);
  });

  it('is only notified of evictions, because it cannot run on another node', () => {
    expect(guestOf().evictionStrategy).toBe('External');
    expect(guestOf({ gpu: undefined }).evictionStrategy).toBe('External');
  });

  it.each<[what: string, changes: Partial<Machine>, port: number]>([
    ['SSH', {}, 22],
    ['Remote Desktop', windows, 3389],
  ])('is ready when it answers on the port of %s, and keeps running when it does not', (_, changes, port) => {
    expect(guestOf(changes).readinessProbe).toMatchObject({ tcpSocket: { port }, failureThreshold: 3 });
    expect(guestOf(changes).livenessProbe).toBeUndefined();
  });

  it('writes no log of its serial console', () => {
    expect(guestOf().domain.devices.logSerialConsole).toBe(false);
    expect(guestOf(windows).domain.devices.logSerialConsole).toBe(false);
  });

  it('limits its memory where KubeVirt would let it grow', () => {
    const { image } = aMachine();
    const memoryOf = (changes: Partial<Machine>) => guestOf(changes).domain.memory;
    expect(memoryOf({ memory: '1Gi' })).toEqual({ guest: '1Gi', maxGuest: '1Gi' });
    expect(memoryOf({ memory: '1022Mi' })).toEqual({ guest: '1022Mi' });
    expect(memoryOf({ memory: '2049Mi' })).toEqual({ guest: '2049Mi' });
    expect(memoryOf({ image: { ...image, architecture: 'arm64' } })).toEqual({ guest: '128Gi' });
  });

  it('runs only on its assigned node', () => {
    const affinity = guestOf().affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
    expect(affinity?.nodeSelectorTerms).toEqual([
      { matchFields: [{ key: 'metadata.name', operator: 'In', values: ['gpu-node-1'] }] },
    ]);
  });

  it('is not preempted by ordinary pods, and tolerates the taints that keep them off its node', () => {
    const tolerations = [{ key: 'gpulease.dev/dedicated', operator: 'Exists' as const }];
    expect(guestOf({ tolerations })).toMatchObject({ priorityClassName: 'gpulease-machine', tolerations });
  });

  it('clones its disk from the image', () => {
    const { dataVolumeTemplates } = buildVirtualMachine(aMachine()).spec;
    expect(dataVolumeTemplates).toEqual([
      {
        metadata: { name: 'train-0a1b2c3d-root', labels: { 'gpulease.dev/workload': 'train' } },
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

  it('keeps the template of its existing disk when the order changes', () => {
    const [diskTemplate] = buildVirtualMachine(aMachine()).spec.dataVolumeTemplates ?? [];
    const grown = aMachine({ disk: '500Gi', storage: { locality: 'Shared' }, diskTemplate });
    expect(buildVirtualMachine(grown).spec.dataVolumeTemplates).toEqual([diskTemplate]);
  });

  it('names its disks like its volumes and its interfaces like its networks', () => {
    for (const guest of [guestOf(), guestOf(windows)]) {
      expect(guest.domain.devices.disks?.map(({ name }) => name)).toEqual(
        guest.volumes?.map(({ name }) => name),
      );
      expect(guest.domain.devices.interfaces?.map(({ name }) => name)).toEqual(
        guest.networks?.map(({ name }) => name),
      );
    }
  });

  it('is set up from the Secret of its own name, which includes the keys', () => {
    const guest = guestOf();
    expect(guest.volumes?.[1]).toEqual({
      name: 'cloud-init',
      cloudInitNoCloud: { secretRef: { name: 'train-0a1b2c3d' } },
    });
    expect(guest.accessCredentials).toBeUndefined();
  });

  it("is set up from the user's own Secret, and gets the keys separately", () => {
    const guest = guestOf({ userDataSecret: 'my-data' });
    expect(guest.volumes?.[1]).toEqual({
      name: 'cloud-init',
      cloudInitNoCloud: { secretRef: { name: 'my-data' } },
    });
    expect(guest.accessCredentials).toEqual([
      {
        sshPublicKey: {
          source: { secret: { secretName: 'train-0a1b2c3d' } },
          propagationMethod: { noCloud: {} },
        },
      },
    ]);
    expect(guestOf({ userDataSecret: 'my-data', sshKeys: [] }).accessCredentials).toBeUndefined();
  });

  it('records a digest of its Secret', () => {
    const digest = (changes: Partial<Machine>) =>
      buildVirtualMachine(aMachine(changes)).metadata.annotations?.['gpulease.dev/secret'];
    expect(digest({})).toBe(digest({}));
    expect(digest({ sshKeys: [] })).not.toBe(digest({}));
    expect(digest(windows)).toBeUndefined();
  });
});

describe('a machine with Windows', () => {
  const guest = guestOf(windows);

  it('has neither cloud-init nor keys nor virtio devices', () => {
    expect(guest.volumes).toEqual([{ name: 'root', dataVolume: { name: 'train-0a1b2c3d-root' } }]);
    expect(guest.accessCredentials).toBeUndefined();
    expect(JSON.stringify(guest)).not.toContain('virtio');
  });

  it('has the devices that Windows brings drivers for, a TPM, and its GPUs', () => {
    expect(guest.domain.devices).toMatchObject({
      disks: [{ name: 'root', disk: { bus: 'sata' } }],
      interfaces: [{ model: 'e1000e', masquerade: {} }],
      tpm: {},
      gpus: [{ name: 'gpu-0' }, { name: 'gpu-1' }],
    });
  });

  it('uses Secure Boot with a firmware that needs no extra volume', () => {
    expect(guest.domain.firmware).toEqual({ bootloader: { efi: { secureBoot: true } } });
    expect(guest.domain.features?.smm).toEqual({ enabled: true });
  });

  it('keeps time by UTC and knows that it runs on a hypervisor', () => {
    expect(guest.domain.clock).toEqual({
      utc: {},
      timer: {
        hpet: { present: false },
        hyperv: {},
        pit: { tickPolicy: 'delay' },
        rtc: { tickPolicy: 'catchup' },
      },
    });
    expect(guest.domain.features?.hyperv).toMatchObject({
      relaxed: {},
      vapic: {},
      spinlocks: { spinlocks: 8191 },
    });
  });

  it('has the same processors, memory and requests as any other', () => {
    const { cpu, memory, resources } = guestOf().domain;
    expect(guest.domain).toMatchObject({ cpu, memory, resources });
  });
});

describe('isOff', () => {
  const refused = [{ type: 'Failure', status: 'True', reason: 'FailedCreate' }];
  const disk = (phase: string) => ({ status: { phase } }) as DataVolume;

  it.each<[what: string, runStrategy: string, status: object, off: boolean]>([
    ['was just switched off', 'Halted', { created: true, runStrategy: 'RerunOnFailure' }, false],
    ['still has an instance', 'Halted', { created: true, runStrategy: 'Halted' }, false],
    ['is getting an instance', 'Halted', { runStrategy: 'Halted', printableStatus: 'Starting' }, false],
    ['lost its instance, unseen by KubeVirt yet', 'Halted', { runStrategy: 'RerunOnFailure' }, false],
    ['is recorded as off by KubeVirt', 'Halted', { created: false, runStrategy: 'Halted' }, true],
    ['may be getting its first instance', 'Halted', {}, false],
    ['has just got its disk', 'Halted', { printableStatus: 'Provisioning' }, false],
    ['was refused its first instance', 'Halted', { printableStatus: 'Stopped', conditions: refused }, false],
    ['never had an instance, according to KubeVirt', 'Halted', { printableStatus: 'Stopped' }, true],
    ['was shut down from inside', 'RerunOnFailure', { runStrategy: 'RerunOnFailure' }, false],
  ])('of a machine that %s', (_, runStrategy, status, off) => {
    expect(isOff(aVirtualMachine({ runStrategy }, status), disk('Succeeded'))).toBe(off);
  });

  it.each<[phase: string | undefined, off: boolean]>([
    [undefined, true],
    ['CloneInProgress', true],
    ['Failed', true],
    ['WaitForFirstConsumer', false],
    ['PendingPopulation', false],
  ])('of a machine that KubeVirt never saw and whose disk is %s', (phase, off) => {
    expect(
      isOff(aVirtualMachine({ runStrategy: 'Halted' }), phase === undefined ? undefined : disk(phase)),
    ).toBe(off);
  });
});
