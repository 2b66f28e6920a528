import type { Cluster } from '@gpulease/kube';
import { virtualMachineInstances, type VirtualMachineInstance } from '@gpulease/kube/kubevirt';
import { guestAnnotation, type GuestAction } from '../instance/phase.ts';
import { gpuNames, toMebibytes, virtualCpus } from '../instance/pod.ts';

export interface SimulatedGpu {
  product: string;
  memoryMebibytes: number;
}

/** Facts that a simulated guest knows about itself. */
export interface Guest {
  hostname: string;
  user: string;
  cpus: number;
  memoryMebibytes: number;
  gpus: readonly SimulatedGpu[];
  /** Address of the guest in the cluster. */
  address: string;
  startedAt: Date;
}

/** Returns the guest of a running instance as seen by `user`. */
export function guestOf(instance: VirtualMachineInstance, user: string): Guest {
  const { metadata, spec, status } = instance;
  return {
    hostname: spec.hostname ?? metadata.name,
    user,
    cpus: virtualCpus(spec),
    memoryMebibytes: toMebibytes(spec.domain.memory?.guest ?? '0'),
    gpus: gpuNames(spec).map(simulatedGpu),
    address: status?.interfaces?.[0]?.ipAddress ?? '',
    startedAt: startedAt(instance),
  };
}

function startedAt({ metadata, status }: VirtualMachineInstance): Date {
  const running = status?.phaseTransitionTimestamps?.find(({ phase }) => phase === 'Running');
  return new Date(running?.phaseTransitionTimestamp ?? metadata.creationTimestamp ?? 0);
}

/** GPU memory in gigabytes of models whose resource name does not include it. */
const memoryOf: readonly (readonly [RegExp, number])[] = [
  [/\bB200\b/, 192],
  [/\bH200\b/, 141],
  [/\b[AH]100\b/, 80],
  [/\bL40S?\b/, 48],
  [/\bRTX 5090\b/, 32],
  [/\b(RTX [34]090|A10|L4)\b/, 24],
  [/\bT4\b/, 16],
];

/** Returns the GPU of an extended resource, such as an A100 PCIE 80GB for `nvidia.com/GA100_A100_PCIE_80GB`. */
function simulatedGpu(resourceName: string): SimulatedGpu {
  const words = resourceName.replace(/^.*\//, '').split('_');
  const product = (words.length > 1 ? words.slice(1) : words).join(' ');
  const gigabytes =
    /(\d+)GB/.exec(product)?.[1] ?? memoryOf.find(([model]) => model.test(product))?.[1] ?? 24;
  return { product, memoryMebibytes: Number(gigabytes) * 1024 };
}

/** Records an action of the guest in the cluster, where it survives a restart of the simulator. */
export async function runGuestAction(
  cluster: Cluster,
  { metadata: { name, namespace, uid } }: VirtualMachineInstance,
  action: GuestAction,
): Promise<void> {
  const annotations = { [guestAnnotation]: action };
  await cluster
    .resource(virtualMachineInstances)
    .mergePatch({ name, namespace }, { metadata: { uid, annotations } });
}
