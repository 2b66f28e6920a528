import type { KubeVirt } from '@gpulease/kube/kubevirt';

/** What we read of how a KubeVirt is set up; the published types misspell the field that holds it. */
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

/** Whether it emulates all processors: told so, it gives no machine /dev/kvm, also where there is one. */
export function emulatesProcessors(kubeVirt: KubeVirt | undefined): boolean {
  return configurationOf(kubeVirt).developerConfiguration?.useEmulation === true;
}

/** By how much it multiplies the memory that it reckons for a machine's pod besides the guest; it takes no less than 1. */
export function overheadRatioOf(kubeVirt: KubeVirt | undefined): number {
  const ratio = Number(configurationOf(kubeVirt).additionalGuestMemoryOverheadRatio);
  return ratio > 1 && ratio < Infinity ? ratio : 1;
}
