import { isDeepStrictEqual } from 'node:util';
import { objectKey, parseQuantity, type Identified, type Pod } from '@gpulease/kube';

/** Amounts by resource name: cores, bytes, devices. */
type Requests = Record<string, number>;

/** Selects scheduled pods that have not ended and belong to no machine. GPU checks are excluded: they yield to machines. */
export const otherPodsSelection = {
  labelSelector: '!gpulease.dev/workload,!gpulease.dev/check',
  fieldSelector: 'spec.nodeName!=,status.phase!=Succeeded,status.phase!=Failed',
};

/** The cached part of such a pod: its node and total requests. A cluster may have ten thousand of them. */
export interface OtherPod extends Identified {
  nodeName: string;
  requests: Requests;
}

export function keepOtherPod({ metadata, spec }: Pod): OtherPod {
  const { namespace, name, uid, resourceVersion } = metadata;
  return {
    metadata: { namespace, name, uid, resourceVersion },
    nodeName: spec?.nodeName ?? '',
    requests: requestsOf(spec),
  };
}

/**
 * Returns what kube-scheduler reserves for a pod: its containers and sidecars, or its largest init container if that is
 * more, plus the runtime overhead.
 * https://kubernetes.io/docs/concepts/workloads/pods/sidecar-containers/#resource-sharing-within-containers
 */
function requestsOf(spec: Pod['spec']): Requests {
  const { containers = [], initContainers = [], resources, overhead } = spec ?? {};
  const sidecars = initContainers.filter(({ restartPolicy }) => restartPolicy === 'Always');
  const others = initContainers.filter(({ restartPolicy }) => restartPolicy !== 'Always');
  const running = [...containers, ...sidecars].map(ofContainer).reduce(combine(sum), {});
  const needed = others.map(ofContainer).reduce(combine(Math.max), running);
  return combine(sum)({ ...needed, ...parsed(resources?.requests) }, parsed(overhead));
}

function ofContainer({ resources }: NonNullable<Pod['spec']>['containers'][number]): Requests {
  return parsed(resources?.requests);
}

/** Parses the amounts of CPU, memory and devices; machines use nothing else. */
function parsed(list: Record<string, string> = {}): Requests {
  const ours = Object.entries(list).filter(
    ([name]) => ['cpu', 'memory'].includes(name) || name.includes('/'),
  );
  return Object.fromEntries(ours.map(([name, amount]) => [name, parseQuantity(amount)]));
}

const sum = (a: number, b: number): number => a + b;

function combine(how: (a: number, b: number) => number) {
  return (a: Requests, b: Requests): Requests => {
    const names = new Set([...Object.keys(a), ...Object.keys(b)]);
    return Object.fromEntries([...names].map((name) => [name, how(a[name] ?? 0, b[name] ?? 0)]));
  };
}

/**
 * Returns what pods that belong to no machine hold on a node: millicores, bytes, GPUs, and their number, which counts against
 * the kubelet's limit. `gpuHolders` are the keys of those with GPUs; `device` is the extended resource of the node's GPUs.
 */
export function heldByOthers(pods: readonly OtherPod[], device: string | undefined) {
  const total = (resource: string | undefined): number =>
    pods.reduce((all, { requests }) => all + (requests[resource ?? ''] ?? 0), 0);
  const holders = pods.filter(({ requests }) => (requests[device ?? ''] ?? 0) > 0);
  return {
    cpu: Math.round(total('cpu') * 1000),
    memory: total('memory'),
    gpus: total(device),
    pods: pods.length,
    gpuHolders: holders.map(({ metadata }) => objectKey(metadata)).sort(),
  };
}

/** Returns the Nodes on which a pod's requests have changed. */
export function nodesChangedBy(before: OtherPod | undefined, after: OtherPod | undefined): string[] {
  const isAsBefore =
    before?.nodeName === after?.nodeName && isDeepStrictEqual(before?.requests, after?.requests);
  return isAsBefore ? [] : [...new Set([before, after].flatMap((pod) => pod?.nodeName ?? []))];
}
