import type { KubeVirt } from '@gpulease/kube/kubevirt';
import { configurationOf } from './configuration.ts';

/** On a node: whether its virt-handler answers. */
export const SCHEDULABLE_LABEL = 'kubevirt.io/schedulable';

const DEFAULT_MACHINE_TYPES: Readonly<Record<string, string>> = { amd64: 'q35', arm64: 'virt' };

/**
 * The label that virt-handler sets on a node which can run machines of an architecture, and which KubeVirt's pods select.
 * It has the machine type that KubeVirt gives to machines that name none, as ours.
 */
export function machineTypeLabel(architecture: string, kubeVirt: KubeVirt | undefined): string {
  const configured = configurationOf(kubeVirt).architectureConfiguration?.[architecture]?.machineType;
  const type = configured ?? DEFAULT_MACHINE_TYPES[architecture] ?? architecture;
  return `machine-type.node.kubevirt.io/${type}`;
}
