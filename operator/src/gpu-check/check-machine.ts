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
import { left, nodeCapacity } from '../compute-node/capacity.ts';
import type { NodeView } from '../compute-node/node-view.ts';

/** Of the chart: every other pod goes before it. */
const PRIORITY_CLASS = 'gpulease-check';

/** Where the guest answers once it has found its GPU to be well. */
const VERDICT_PORT = 8080;

const CORES = 2;
const MEMORY = '4Gi';
const ROOT = 'root';

/** The containers beside the machine that hold its image and its log. */
const BESIDE = { cpu: 100, memory: 256 * 2 ** 20 };

/** What one machine takes of a node. */
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
 * The machine that checks one GPU of a node; which, the device plugin decides. It is an instance without a VirtualMachine:
 * nobody starts it again. Its disk is the image itself, and goes with it.
 */
export function checkMachine(
  computeNode: ComputeNode,
  { gpu, image, index }: { gpu: GPU } & Pick<GPUCheck, 'image'> & { index: number },
): NewObject<VirtualMachineInstance> {
  const { name, uid = '' } = computeNode.metadata;
  const amounts = { cpu: String(CORES), memory: MEMORY };
  // The published type leaves the port out.
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
          // For what it reports, and for the cluster's logs.
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
 * How many machines that check a GPU there is room for beside customers'. GPUs in quarantine are checked with the others, as the
 * device plugin hands them out like those.
 */
export function roomForChecks(view: NodeView, allocations: readonly Allocation[]): number {
  const node = nodeCapacity(view);
  if (node.closed !== undefined) return 0;
  const { free, allocated } = usageOf(node, allocations);
  const gpus = left(view).gpus - allocated.gpus;
  const { cpu, memory, pods } = CHECK_AMOUNTS;
  return Math.max(0, Math.floor(Math.min(gpus, free.cpu / cpu, free.memory / memory, free.pods / pods)));
}
