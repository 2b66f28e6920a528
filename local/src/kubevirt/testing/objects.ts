import type { Node, Pod } from '@gpulease/kube';
import type { VirtualMachine, VirtualMachineInstance } from '@gpulease/kube/kubevirt';

export const a100 = 'nvidia.com/GA100_A100_PCIE_80GB';

/** Returns a machine with the fields of the operator's machines that the simulator reads. */
export function virtualMachine(
  name: string,
  { namespace = 'default', gpus = 0, runStrategy = 'RerunOnFailure', dataSource }: MachineOptions = {},
): VirtualMachine {
  return {
    apiVersion: 'kubevirt.io/v1',
    kind: 'VirtualMachine',
    metadata: { name, namespace },
    spec: {
      runStrategy,
      ...(dataSource === undefined
        ? {}
        : {
            dataVolumeTemplates: [
              {
                metadata: { name: `${name}-root` },
                spec: {
                  sourceRef: { kind: 'DataSource', ...dataSource },
                  storage: { resources: { requests: { storage: '20Gi' } } },
                },
              },
            ],
          }),
      template: {
        metadata: { labels: { machine: name } },
        spec: {
          evictionStrategy: 'External',
          domain: {
            cpu: { cores: 4, sockets: 1, threads: 1 },
            memory: { guest: '8Gi' },
            resources: { requests: { cpu: '4', memory: '8Gi' }, limits: { cpu: '4', memory: '8Gi' } },
            devices: {
              interfaces: [{ name: 'default', masquerade: {}, macAddress: '02:00:00:00:00:01' }],
              gpus: Array.from({ length: gpus }, (_, index) => ({ name: `gpu-${index}`, deviceName: a100 })),
            },
          },
          networks: [{ name: 'default', pod: {} }],
          accessCredentials: [
            {
              sshPublicKey: {
                source: { secret: { secretName: `${name}-ssh` } },
                propagationMethod: { noCloud: {} },
              },
            },
          ],
          volumes: [{ name: 'cloud-init', cloudInitNoCloud: { userData: '#cloud-config\nuser: ubuntu\n' } }],
        },
      },
    },
  };
}

export interface MachineOptions {
  namespace?: string;
  gpus?: number;
  runStrategy?: string;
  dataSource?: { namespace: string; name: string };
}

export function instance(fields: Partial<VirtualMachineInstance['metadata']> = {}): VirtualMachineInstance {
  const { spec } = virtualMachine('vm').spec.template;
  return {
    apiVersion: 'kubevirt.io/v1',
    kind: 'VirtualMachineInstance',
    metadata: { name: 'vm', namespace: 'default', uid: 'instance-1', ...fields },
    spec: spec ?? { domain: { devices: {} } },
  };
}

export function runningPod(): Pod {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'virt-launcher-vm-abcde', namespace: 'default', uid: 'pod-1' },
    spec: { containers: [], nodeName: 'node-1' },
    status: { phase: 'Running', podIP: '10.244.0.7', conditions: [{ type: 'Ready', status: 'True' }] },
  };
}

/** Returns a node that KWOK simulates, with eight A100 by default. */
export function gpuNode(name: string, gpus = 8): Node {
  const allocatable = {
    cpu: '64',
    memory: '512Gi',
    'ephemeral-storage': '100Gi',
    pods: '110',
    [a100]: String(gpus),
  };
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name,
      annotations: { 'kwok.x-k8s.io/node': 'fake' },
      labels: { 'kubernetes.io/hostname': name },
    },
    status: { allocatable, capacity: allocatable },
  };
}
