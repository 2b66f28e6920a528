import type { GPU } from '@gpulease/crds';
import type { Node } from '@gpulease/kube';
import { describe, expect, it } from '@jest/globals';
import { toClusterNode } from './cluster-nodes.ts';

const a100 = { metadata: { name: 'a100' }, spec: { deviceName: 'nvidia.com/A100' } } as GPU;

function seen(allocatable: Record<string, string>, spec: Node['spec'] = {}) {
  const node = { metadata: { name: 'host' }, spec, status: { allocatable } } as Node;
  return toClusterNode(node, [a100], new Map());
}

describe('a host of the cluster', () => {
  it.each<[what: string, allocatable: Record<string, string>, gpus: string[], devices: string[]]>([
    ['with GPUs in the catalogue', { 'nvidia.com/A100': '8' }, ['a100 8'], []],
    ['with GPUs not in the catalogue', { 'nvidia.com/GB100_B200': '8' }, [], ['nvidia.com/GB100_B200 8']],
    ['of another vendor', { 'amd.com/gpu': '4' }, [], ['amd.com/gpu 4']],
    [
      'with devices of KubeVirt',
      { 'devices.kubevirt.io/kvm': '1k', 'devices.kubevirt.io/tun': '1k' },
      [],
      [],
    ],
    ['with network cards', { 'rdma/hca_shared': '63', 'intel.com/sriov_netdevice': '4' }, [], []],
    ['with a device plugin without devices', { 'nvidia.com/L40S': '0' }, [], []],
    ['with huge pages and disks', { 'hugepages-1Gi': '4Gi', 'ephemeral-storage': '1Ti' }, [], []],
  ])('%s', (_, allocatable, gpus, devices) => {
    const host = seen({ cpu: '64', memory: '256Gi', ...allocatable });
    expect(host.gpus.map(({ gpu, count }) => `${gpu} ${count}`)).toEqual(gpus);
    expect(host.devices.map(({ deviceName, count }) => `${deviceName} ${count}`)).toEqual(devices);
  });

  it('of the control plane is marked as such', () => {
    const taints = [{ key: 'node-role.kubernetes.io/control-plane', effect: 'NoSchedule' as const }];
    expect(seen({}, { taints }).controlPlane).toBe(true);
    expect(seen({}).controlPlane).toBe(false);
  });
});
