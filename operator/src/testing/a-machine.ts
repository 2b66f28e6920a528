import type { Machine } from '../kubevirt/machine.ts';

/** A machine with two GPUs and a disk on its node. */
export function aMachine(changes: Partial<Machine> = {}): Machine {
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
    hostname: 'train',
    uid: 'uid-1',
    node: 'gpu-node-1',
    tolerations: [],
    cpu: 16,
    cpuModel: 'host-passthrough',
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
