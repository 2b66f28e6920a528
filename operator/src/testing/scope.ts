import { API_VERSION } from '@gpulease/crds';
import type { Condition, Workload, WorkloadSpec, WorkloadStatus } from '@gpulease/crds';
import type { VirtualMachine, VirtualMachineInstance } from '@gpulease/kube/kubevirt';
import { keepInstance, keepVirtualMachine } from '../kept/kept.ts';
import type { KeptInstance, KeptVirtualMachine } from '../kept/kept.ts';
import type { Scope } from '../workload/scope.ts';

export const NOW = new Date('2026-01-01T12:00:00Z');

/** Returns the time `minutes` before NOW, or after it if negative; RFC 3339. */
export function minutesAgo(minutes: number): string {
  return new Date(NOW.getTime() - minutes * 60_000).toISOString();
}

export const funded: Condition = {
  type: 'Funded',
  status: 'True',
  reason: 'OrderAccepted',
  message: 'Paid.',
  lastTransitionTime: minutesAgo(60),
};

export function aWorkload(spec: Partial<WorkloadSpec> = {}, status?: WorkloadStatus): Workload {
  return {
    apiVersion: API_VERSION,
    kind: 'Workload',
    metadata: {
      name: 'train',
      namespace: 'u-mei',
      uid: 'uid-1',
      generation: 1,
      creationTimestamp: minutesAgo(60),
    },
    spec: {
      type: 'VirtualMachine',
      sku: 'a100-1',
      skuQuantity: 2,
      image: 'ubuntu',
      rootDiskSize: '100Gi',
      region: 'east',
      pricing: { policy: 'hourly' },
      powerState: 'Running',
      resume: 'Manual',
      ...spec,
    },
    ...(status === undefined ? {} : { status }),
  };
}

function aCatalogueObject(name: string, spec: object, status: object = {}) {
  return { apiVersion: API_VERSION, kind: 'Any', metadata: { name }, spec, status };
}

/** Returns a scope in which all references of the workload exist and are on offer, and nothing has been created for it. */
export function aScope(workload: Workload, changes: Partial<Scope> = {}): Scope {
  const isReady = { conditions: [{ ...funded, type: 'Ready' }] };
  const scope = {
    key: 'u-mei/train',
    workload,
    now: NOW,
    child: 'train-0a1b2c3d',
    tenant: aCatalogueObject('mei', { username: 'mei', state: 'Active' }),
    region: aCatalogueObject('east', {
      state: 'Active',
      exposure: { type: 'NodePort', addresses: ['203.0.113.7'] },
    }),
    sku: aCatalogueObject('a100-1', {
      state: 'Active',
      cpu: 4,
      memory: '16Gi',
      disk: '100Gi',
      gpu: { model: 'a100', count: 1 },
    }),
    gpu: aCatalogueObject('a100', { model: 'A100 80 GB', deviceName: 'nvidia.com/A100' }),
    image: aCatalogueObject(
      'ubuntu',
      {
        state: 'Enabled',
        architecture: 'amd64',
        defaultUser: 'ubuntu',
        source: { registry: { url: 'docker://ubuntu' } },
      },
      isReady,
    ),
    policy: aCatalogueObject('hourly', { mode: 'OnDemand' }),
    computeNode: aCatalogueObject('gpu-1', { state: 'Active' }),
    node: { metadata: { name: 'host-1' } },
    pods: [],
    failures: [],
    ...changes,
  };
  return scope as unknown as Scope;
}

/** Returns a VirtualMachineInstance that entered these phases, each as many minutes ago as given. */
export function anInstance(phases: Record<string, number>, uid = 'vmi-1'): KeptInstance {
  const phaseTransitionTimestamps = Object.entries(phases).map(([phase, minutes]) => ({
    phase,
    phaseTransitionTimestamp: minutesAgo(minutes),
  }));
  const status = { phase: Object.keys(phases).at(-1), phaseTransitionTimestamps };
  const instance = { metadata: { name: 'train-0a1b2c3d', uid }, status };
  return keepInstance(instance as unknown as VirtualMachineInstance);
}

export function aVirtualMachine(spec: object, status: object = {}): KeptVirtualMachine {
  const virtualMachine = { metadata: { name: 'train-0a1b2c3d' }, spec, status };
  return keepVirtualMachine(virtualMachine as unknown as VirtualMachine);
}
