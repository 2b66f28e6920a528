import type { Pod } from '@gpulease/kube';

type ContainerStatuses = NonNullable<NonNullable<Pod['status']>['containerStatuses']>;

/** Assigned GPUs of a node, by resource name. */
type Taken = ReadonlyMap<string, ReadonlySet<string>>;

/** Returns the PCI addresses of a host's GPUs, by which NVIDIA's device plugin for KubeVirt names them. */
export function gpuAddresses(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `0000:${(0x17 + index * 3).toString(16)}:00.0`);
}

/** Whether the kubelet has yet to report the pod's devices. */
export function lacksDevices(pod: Pod): boolean {
  return isRunning(pod) && pod.spec?.containers.some(hasGpus) === true && devicesOf(pod).length === 0;
}

/** Returns the devices assigned to the pods of a node. */
export function takenBy(pods: readonly Pod[]): Taken {
  const taken = new Map<string, Set<string>>();
  for (const { name, resources = [] } of pods.filter(isRunning).flatMap(devicesOf)) {
    const ids = taken.get(name) ?? new Set();
    resources.forEach(({ resourceID }) => ids.add(resourceID));
    taken.set(name, ids);
  }
  return taken;
}

/** Returns the statuses of a pod's containers with the first free devices of the node assigned. */
export function withDevices(pod: Pod, capacity: Record<string, string>, taken: Taken): ContainerStatuses {
  return (pod.status?.containerStatuses ?? []).map((status) => {
    const container = pod.spec?.containers.find(({ name }) => name === status.name);
    const allocatedResourcesStatus = gpusOf(container).map(([name, count]) => ({
      name,
      resources: gpuAddresses(Number(capacity[name] ?? 0))
        .filter((id) => taken.get(name)?.has(id) !== true)
        .slice(0, Number(count))
        .map((resourceID) => ({ resourceID, health: 'Healthy' as const })),
    }));
    return { ...status, allocatedResourcesStatus };
  });
}

function devicesOf({ status }: Pod) {
  return (status?.containerStatuses ?? []).flatMap(
    ({ allocatedResourcesStatus = [] }) => allocatedResourcesStatus,
  );
}

function isRunning({ status }: Pod): boolean {
  return status?.phase === 'Running';
}

type Container = NonNullable<Pod['spec']>['containers'][number];

function hasGpus(container: Container): boolean {
  return gpusOf(container).length > 0;
}

/** Returns the devices that a container requests, without KubeVirt's own. */
function gpusOf(container: Container | undefined): [name: string, count: string][] {
  const limits = Object.entries(container?.resources?.limits ?? {});
  return limits.filter(([name]) => name.includes('/') && !name.startsWith('devices.kubevirt.io/'));
}
