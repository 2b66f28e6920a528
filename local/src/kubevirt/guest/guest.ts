import type { Cluster } from '@gpulease/kube';
import { virtualMachineInstances, type VirtualMachineInstance } from '@gpulease/kube/kubevirt';
import { guestAnnotation, type GuestAction } from '../instance/phase.ts';
import { gpuNames, toMebibytes, virtualCpus } from '../instance/pod.ts';

export interface SimulatedGpu {
  product: string;
  memoryMebibytes: number;
}

/** What a simulated guest knows of itself. */
export interface Guest {
  hostname: string;
  user: string;
  cpus: number;
  memoryMebibytes: number;
  gpus: readonly SimulatedGpu[];
  /** The cluster's address of the guest. */
  address: string;
  startedAt: Date;
}

/** The guest of a running instance, as `user` sees it. */
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

/** Gigabytes of the models whose resource names do not tell. */
const memoryOf: readonly (readonly [RegExp, number])[] = [
  [/\bB200\b/, 192],
  [/\bH200\b/, 141],
  [/\b[AH]100\b/, 80],
  [/\bL40S?\b/, 48],
  [/\bRTX 5090\b/, 32],
  [/\b(RTX [34]090|A10|L4)\b/, 24],
  [/\bT4\b/, 16],
];

/** The GPU behind an extended resource, such as `nvidia.com/GA100_A100_PCIE_80GB`: an A100 PCIE 80GB. */
function simulatedGpu(resourceName: string): SimulatedGpu {
  const words = resourceName.replace(/^.*\//, '').split('_');
  const product = (words.length > 1 ? words.slice(1) : words).join(' ');
  const gigabytes =
    /(\d+)GB/.exec(product)?.[1] ?? memoryOf.find(([model]) => model.test(product))?.[1] ?? 24;
  return { product, memoryMebibytes: Number(gigabytes) * 1024 };
}

/** Lets the guest do something of its own accord; kept in the cluster, so that a restart of ours does not forget it. */
export async function letGuest(
  cluster: Cluster,
  { metadata: { name, namespace, uid } }: VirtualMachineInstance,
  action: GuestAction,
): Promise<void> {
  const annotations = { [guestAnnotation]: action };
  await cluster
    .resource(virtualMachineInstances)
    .mergePatch({ name, namespace }, { metadata: { uid, annotations } });
}
