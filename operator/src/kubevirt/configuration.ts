import type { KubeVirt } from '@gpulease/kube/kubevirt';

/** What we read of how a KubeVirt is set up; the published types misspell the field that holds it. */
interface Configuration {
  permittedHostDevices?: PermittedDevices;
  architectureConfiguration?: Record<string, { machineType?: string } | undefined>;
  developerConfiguration?: { useEmulation?: boolean };
}

export interface PermittedDevices {
  pciHostDevices?: { resourceName: string }[];
  mediatedDevices?: { resourceName: string }[];
}

export function configurationOf(kubeVirt: KubeVirt | undefined): Configuration {
  return (kubeVirt?.spec as { configuration?: Configuration } | undefined)?.configuration ?? {};
}

/** Whether it emulates all processors: told so, it gives no machine /dev/kvm, also where there is one. */
export function emulatesProcessors(kubeVirt: KubeVirt | undefined): boolean {
  return configurationOf(kubeVirt).developerConfiguration?.useEmulation === true;
}
