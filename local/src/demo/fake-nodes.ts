/** Fields of a ComputeNode that determine its simulated Node. */
export interface DeclaredNode {
  metadata: { name: string };
  spec: {
    nodeName?: string;
    resources: {
      cpu: string | number;
      memory: string;
      storage?: string;
      gpus?: { model: string; count: number };
    };
  };
}

/** Fields of a GPU that determine its name in Kubernetes. */
export interface DeclaredGpu {
  metadata: { name: string };
  spec: { deviceName: string };
}

const mebibytesBesidesMachines = 16 * 1024;
const unitsInMebibytes: Record<string, number> = { Mi: 1, Gi: 1024, Ti: 1024 * 1024 };

/** Returns the Node that simulates a GPU host: the declared resources plus room for the overhead of machines. */
export function fakeNode(declared: DeclaredNode, gpus: readonly DeclaredGpu[]): object {
  const name = declared.spec.nodeName ?? declared.metadata.name;
  const allocatable = allocatableOf(declared, gpus);
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name,
      annotations: { 'kwok.x-k8s.io/node': 'fake' },
      labels: {
        'kubernetes.io/hostname': name,
        'kubernetes.io/os': 'linux',
        'kubernetes.io/arch': 'amd64',
        'kubevirt.io/schedulable': 'true',
        'machine-type.node.kubevirt.io/q35': 'true',
        'nvidia.com/gpu.workload.config': 'vm-passthrough',
      },
    },
    status: { allocatable, capacity: allocatable },
  };
}

function allocatableOf({ spec }: DeclaredNode, gpus: readonly DeclaredGpu[]): Record<string, string> {
  const { cpu, memory, storage = '4Ti' } = spec.resources;
  return {
    cpu: String(Number(cpu) + 4),
    memory: `${mebibytes(memory) + mebibytesBesidesMachines}Mi`,
    'ephemeral-storage': storage,
    pods: '250',
    'devices.kubevirt.io/kvm': '1000',
    'devices.kubevirt.io/tun': '1000',
    'devices.kubevirt.io/vhost-net': '1000',
    ...gpuResource(spec.resources.gpus, gpus),
  };
}

function gpuResource(
  wanted: DeclaredNode['spec']['resources']['gpus'],
  gpus: readonly DeclaredGpu[],
): Record<string, string> {
  if (!wanted) return {};
  const gpu = gpus.find(({ metadata }) => metadata.name === wanted.model);
  if (!gpu) throw new Error(`The catalogue has no GPU named ${wanted.model}`);
  return { [gpu.spec.deviceName]: String(wanted.count) };
}

/** Parses a Kubernetes quantity of whole Mi, Gi or Ti. Returns MiB. */
function mebibytes(quantity: string): number {
  const [, number, unit = ''] = /^(\d+)([MGT]i)$/.exec(quantity) ?? [];
  const factor = unitsInMebibytes[unit];
  if (number === undefined || factor === undefined) throw new Error(`${quantity} is not in Mi, Gi or Ti`);
  return Number(number) * factor;
}
