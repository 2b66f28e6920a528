import { workloads } from '@gpulease/crds';
import { connect, isNotFound, type Cluster } from '@gpulease/kube';
import { virtualMachineInstances, type VirtualMachineInstance } from '@gpulease/kube/kubevirt';
import { setTimeout as delay } from 'node:timers/promises';

type Status = NonNullable<VirtualMachineInstance['status']>;

/** Concurrent requests; they share few connections. */
const BATCH = 64;

const POLL_MS = 250;
/** Longer than an operator needs to take over from a killed one. */
const PATIENCE_MS = 40_000;

/** The end of a cluster's last run, together with its hosts. */
export interface PowerCut {
  kubeconfig: string;
  at: Date;
}

/**
 * Marks the machines that ran at the end of the last demo as failed at that moment, as KubeVirt does when a host is lost.
 * Otherwise customers would be billed for the downtime, and machines would appear to have crashed.
 * Returns the number of machines.
 */
export function applyPowerCut({ kubeconfig, at }: PowerCut): Promise<number> {
  return withCluster(kubeconfig, async (cluster) => {
    const running = await runningInstances(cluster);
    for (let from = 0; from < running.length; from += BATCH) {
      const batch = running.slice(from, from + BATCH);
      await Promise.all(batch.map((instance) => markFailed(cluster, instance, at)));
    }
    return running.length;
  });
}

/** Waits up to 40 s until the operator has closed all runs from before the cut. */
export function untilRunsAreClosed({ kubeconfig, at }: PowerCut): Promise<void> {
  return withCluster(kubeconfig, async (cluster) => {
    const end = performance.now() + PATIENCE_MS;
    while ((await hasOpenRuns(cluster, at)) && performance.now() < end) await delay(POLL_MS);
  });
}

async function withCluster<R>(kubeconfig: string, act: (cluster: Cluster) => Promise<R>): Promise<R> {
  const cluster = connect({ kubeconfig });
  try {
    return await act(cluster);
  } finally {
    await cluster.close();
  }
}

/** Returns none if KubeVirt's kinds are not installed yet. */
async function runningInstances(cluster: Cluster): Promise<VirtualMachineInstance[]> {
  try {
    const { items } = await cluster.resource(virtualMachineInstances).list();
    return items.filter(({ status }) => status?.phase === 'Running');
  } catch (error) {
    if (isNotFound(error)) return [];
    throw error;
  }
}

async function hasOpenRuns(cluster: Cluster, at: Date): Promise<boolean> {
  const { items } = await cluster.resource(workloads).list();
  return items
    .flatMap(({ status }) => status?.runs ?? [])
    .some(({ startedAt, stoppedAt }) => stoppedAt === undefined && Date.parse(startedAt) <= at.getTime());
}

/** KubeVirt's instances have no status subresource. */
async function markFailed(
  cluster: Cluster,
  { metadata, status }: VirtualMachineInstance,
  at: Date,
): Promise<void> {
  await cluster
    .resource(virtualMachineInstances)
    .mergePatch(metadata, { status: statusAfterPowerCut(status, at) });
}

/** Returns the status of a running instance after its host was lost. */
export function statusAfterPowerCut(status: Status | undefined, at: Date): Status {
  const failed = { phase: 'Failed', phaseTransitionTimestamp: at.toISOString() };
  return {
    phase: 'Failed',
    reason: 'NodeUnresponsive',
    phaseTransitionTimestamps: [...(status?.phaseTransitionTimestamps ?? []), failed],
  };
}
