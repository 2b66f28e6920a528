import { fieldManagers, finalizers, workloadLabels, workloads, type Condition } from '@gpulease/crds';
import { childName } from '../../operator/src/kubevirt/names.ts';
import { gpusPerHost, ordered } from '../capacity.ts';
import type { BenchCluster } from './cluster.ts';
import { bookedHosts, namespace, tenant } from './names.ts';

/** Concurrent writes. */
const atOnce = 32;
const dayMs = 24 * 3_600_000;
const policy = 'rtx-4090-1-month';

/**
 * Creates preexisting workloads: stopped Reserved ones within their term. Each holds a GPU and counts everywhere, but without
 * the pods with which thousands of running ones would load the benchmark machine.
 */
export async function book(cluster: BenchCluster, first: number, count: number): Promise<void> {
  const waiting = Array.from({ length: count }, (_, index) => first + index);
  const work = async (): Promise<void> => {
    for (let index = waiting.shift(); index !== undefined; index = waiting.shift())
      await bookOne(cluster, index);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

async function bookOne(cluster: BenchCluster, index: number): Promise<void> {
  const name = `booked-${index}`;
  const until = new Date(Date.now() + 30 * dayMs).toISOString();
  const { metadata } = await cluster.admin.resource(workloads).create({
    metadata: {
      name,
      namespace,
      labels: workloadLabels(namespace, ordered),
      finalizers: [finalizers.workload, finalizers.billing],
    },
    spec: {
      type: 'VirtualMachine',
      sku: ordered.sku,
      skuQuantity: 1,
      image: ordered.image,
      rootDiskSize: '40Gi',
      region: ordered.region,
      pricing: { policy, quantity: 1 },
      powerState: 'Stopped',
      resume: 'Manual',
    },
  });
  await cluster.billing.resource(workloads).applyStatus(
    {
      metadata: { name, namespace },
      status: {
        conditions: [condition('Funded', 'True', 'OrderAccepted', 'Paid.')],
        billing: { orderId: name, fundedUntil: until },
      },
    },
    { fieldManager: fieldManagers.billing, force: true },
  );
  await cluster.operator.resource(workloads).applyStatus(
    {
      metadata: { name, namespace },
      status: bookedStatus(index, until, childName({ name, uid: metadata.uid ?? '' })),
    },
    { fieldManager: fieldManagers.operator, force: true },
  );
}

/** Returns the status that our operator would write, so that it makes no correction. */
function bookedStatus(index: number, until: string, virtualMachine: string) {
  const now = new Date().toISOString();
  const [reason, message] = ['StopRequested', 'The machine was stopped as requested.'];
  const no = (type: string): Condition => condition(type, 'False', reason, message);
  const node = `${bookedHosts}-${Math.floor(index / gpusPerHost) + 1}`;
  return {
    phase: 'Stopped' as const,
    reason,
    message,
    lastTransition: { at: now, reason, message },
    updatedAt: now,
    observedGeneration: 1,
    username: tenant,
    rootDiskSize: '40Gi',
    sshUser: 'ubuntu',
    virtualMachine,
    placed: { node, at: now, until },
    resources: {
      cpu: 14,
      memory: '56Gi',
      disk: '200Gi',
      gpu: { model: 'rtx-4090', deviceName: 'nvidia.com/AD102_GEFORCE_RTX_4090', count: 1 },
    },
    conditions: [
      condition('Scheduled', 'True', 'Scheduled', `The machine is placed on node ${node}.`),
      ...['Provisioned', 'Running', 'Reachable', 'Ready'].map(no),
      condition('Stalled', 'False', 'Progressing', 'No action is needed.'),
    ],
  };
}

function condition(
  type: string,
  status: Condition['status'],
  ...[reason, message]: [string, string]
): Condition {
  return {
    type,
    status,
    reason,
    message,
    lastTransitionTime: new Date().toISOString(),
    observedGeneration: 1,
  };
}
