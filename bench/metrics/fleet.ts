/** The machines of one customer, as Workload objects. */
import { randomUUID } from 'node:crypto';
import { API_VERSION, tenantNamespace, workloads, type Workload } from '@gpulease/crds';
import { HOUR_MS } from '@gpulease/contract/durations';

export const owner = 'fleet';
export const renterNamespace = tenantNamespace(owner);

/** GPUs per machine, in rotation; two on average. */
const gpusInTurn = [1, 1, 1, 1, 1, 1, 1, 1, 4, 8];

export function gpusOf(index: number): number {
  return gpusInTurn[index % gpusInTurn.length] ?? 1;
}

/** Returns a unique name in the operator's format. */
export function virtualMachineOf(index: number): string {
  return `machine-${index}-${index.toString(16).padStart(8, '0')}`;
}

/** Returns machines that have run since an hour before `since`. */
export function fleetOf(machines: number, since: Date): Workload[] {
  const startedAt = new Date(since.getTime() - HOUR_MS).toISOString();
  return Array.from({ length: machines }, (_, index) => machineOf(index, startedAt));
}

/** Returns a machine of the catalogue in `bench/ledger/scale/fakes.ts`. */
function machineOf(index: number, startedAt: string): Workload {
  return {
    apiVersion: API_VERSION,
    kind: workloads.kind,
    metadata: {
      namespace: renterNamespace,
      name: `machine-${index}`,
      uid: randomUUID(),
      creationTimestamp: startedAt,
      resourceVersion: '1',
      generation: 1,
    },
    spec: {
      type: 'VirtualMachine',
      sku: 'standard',
      skuQuantity: 1,
      image: 'ubuntu',
      rootDiskSize: '100Gi',
      region: 'central',
      pricing: { policy: 'hourly' },
      powerState: 'Running',
      resume: 'Manual',
    },
    status: {
      phase: 'Running',
      virtualMachine: virtualMachineOf(index),
      startedAt,
      resources: {
        cpu: 4,
        memory: '8Gi',
        disk: '100Gi',
        gpu: { model: 'a100', count: gpusOf(index), deviceName: 'nvidia.com/A100' },
      },
      runs: [{ id: 'run', startedAt }],
    },
  };
}
