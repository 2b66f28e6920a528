import type { KubeVirt } from '@gpulease/kube/kubevirt';
import { configurationOf } from './configuration.ts';

/** Label of a node: whether its virt-handler responds. */
export const SCHEDULABLE_LABEL = 'kubevirt.io/schedulable';

const DEFAULT_MACHINE_TYPES: Readonly<Record<string, string>> = { amd64: 'q35', arm64: 'virt' };

/**
 * Returns the label that virt-handler sets on nodes that can run machines of an architecture, and that KubeVirt's pods
 * select. It contains the machine type of machines that, like ours, specify none.
 */
export function machineTypeLabel(architecture: string, kubeVirt: KubeVirt | undefined): string {
  const configured = configurationOf(kubeVirt).architectureConfiguration?.[architecture]?.machineType;
  const type = configured ?? DEFAULT_MACHINE_TYPES[architecture] ?? architecture;
  return `machine-type.node.kubevirt.io/${type}`;
}
