import type { KubeVirt } from '@gpulease/kube/kubevirt';

/** The settings that we read from a KubeVirt object; the published types misspell the field that holds them. */
interface Configuration {
  permittedHostDevices?: Partial<Record<'pciHostDevices' | 'mediatedDevices', { resourceName: string }[]>>;
  architectureConfiguration?: Record<string, { machineType?: string } | undefined>;
  /** A number as a string, for example 1.5. */
  additionalGuestMemoryOverheadRatio?: string;
  developerConfiguration?: { useEmulation?: boolean };
}

export function configurationOf(kubeVirt: KubeVirt | undefined): Configuration {
  return (kubeVirt?.spec as { configuration?: Configuration } | undefined)?.configuration ?? {};
}

/** Returns whether KubeVirt emulates all processors. If so, it gives no machine /dev/kvm, even on nodes that have it. */
export function emulatesProcessors(kubeVirt: KubeVirt | undefined): boolean {
  return configurationOf(kubeVirt).developerConfiguration?.useEmulation === true;
}

/** Returns the factor by which KubeVirt multiplies its estimate of a pod's memory overhead; at least 1. */
export function overheadRatioOf(kubeVirt: KubeVirt | undefined): number {
  const ratio = Number(configurationOf(kubeVirt).additionalGuestMemoryOverheadRatio);
  return ratio > 1 && ratio < Infinity ? ratio : 1;
}
