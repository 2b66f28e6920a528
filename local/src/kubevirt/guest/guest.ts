import type { VirtualMachineInstance } from '@gpulease/kube/kubevirt';
import { gpuNames, virtualCpus } from '../instance/pod.ts';
import { toMebibytes } from '../instance/quantities.ts';
import { simulatedGpu, type SimulatedGpu } from './gpus.ts';

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
