import { CHECKS_NAMESPACE, labels, type ComputeNode, type GPU, type GPUCheck } from '@gpulease/crds';
import { parseQuantity, type NewObject } from '@gpulease/kube';
import type { VirtualMachineInstance } from '@gpulease/kube/kubevirt';
import type { Allocation, Amounts } from '@gpulease/placement/capacity';
import { usageOf } from '@gpulease/placement/node-usage';
import { launcherOverhead } from '@gpulease/placement/workload-allocation';
import { tolerationsOn } from '../compute-node/taints.ts';
import { coreNodeName } from '../core-node/core-node.ts';
import { onNode } from '../kubevirt/guest.ts';
import { childName } from '../kubevirt/names.ts';
import { remainingCapacity, nodeCapacity } from '../compute-node/capacity.ts';
import type { NodeView } from '../compute-node/node-view.ts';

/** Defined by the chart: every other pod has a higher priority. */
const PRIORITY_CLASS = 'gpulease-check';

/** Port at which the guest answers once it has found its GPU healthy. */
const VERDICT_PORT = 8080;

const CORES = 2;
const MEMORY = '4Gi';
const ROOT = 'root';

/** Requests of the containers for the machine's image and log. */
const BESIDE = { cpu: 100, memory: 256 * 2 ** 20 };

/** What one check machine uses of a node. */
export const CHECK_AMOUNTS: Amounts = {
  cpu: CORES * 1000 + BESIDE.cpu,
  memory:
    parseQuantity(MEMORY) +
    launcherOverhead({ cpu: CORES, memory: parseQuantity(MEMORY), gpus: 1 }) +
    BESIDE.memory,
  storage: 0,
  gpus: 1,
  pods: 1,
};

/**
 * Returns the machine that checks one GPU of a node; the device plugin decides which. It is an instance without a
 * VirtualMachine, so nothing restarts it. Its disk is the image itself and is deleted with it.
 */
export function checkMachine(
  computeNode: ComputeNode,
  { gpu, image, index }: { gpu: GPU } & Pick<GPUCheck, 'image'> & { index: number },
): NewObject<VirtualMachineInstance> {
  const { name, uid = '' } = computeNode.metadata;
  const amounts = { cpu: String(CORES), memory: MEMORY };
  // The published type lacks the port.
  const tcpSocket: object = { port: VERDICT_PORT };
  return {
    metadata: {
      name: childName({ name: `check-${index}-${name}`, uid }),
      namespace: CHECKS_NAMESPACE,
      labels: { [labels.check]: name },
    },
    spec: {
      affinity: onNode(coreNodeName(computeNode)),
      tolerations: tolerationsOn(computeNode),
      priorityClassName: PRIORITY_CLASS,
      evictionStrategy: 'None',
      terminationGracePeriodSeconds: 0,
      domain: {
        cpu: { cores: CORES, sockets: 1, threads: 1 },
        memory: { guest: MEMORY },
        resources: { requests: amounts, limits: amounts },
        devices: {
          disks: [{ name: ROOT, disk: { bus: 'virtio' } }],
          interfaces: [{ name: 'default', masquerade: {} }],
          gpus: [{ name: 'gpu', deviceName: gpu.spec.deviceName }],
          // For the guest's report and the cluster's logs.
          logSerialConsole: true,
        },
      },
      networks: [{ name: 'default', pod: {} }],
      volumes: [{ name: ROOT, containerDisk: { image } }],
      readinessProbe: { tcpSocket, periodSeconds: 10, timeoutSeconds: 3, failureThreshold: 3 },
    },
  };
}

/**
 * Returns how many check machines fit beside those of customers. GPUs in quarantine are checked with the others, because the
 * device plugin hands them out alike.
 */
export function roomForChecks(view: NodeView, allocations: readonly Allocation[]): number {
  const node = nodeCapacity(view);
  if (node.closed !== undefined) return 0;
  const { free, allocated } = usageOf(node, allocations);
  const gpus = remainingCapacity(view).gpus - allocated.gpus;
  const { cpu, memory, pods } = CHECK_AMOUNTS;
  return Math.max(0, Math.floor(Math.min(gpus, free.cpu / cpu, free.memory / memory, free.pods / pods)));
}
