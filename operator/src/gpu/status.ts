import { conditionTypes } from '@gpulease/crds';
import type { GPU } from '@gpulease/crds';
import type { KubeVirt } from '@gpulease/kube/kubevirt';
import type { Findings } from '../catalogue/status.ts';

export interface GpuFacts {
  gpus: { total: number; allocated: number; free: number };
  nodes: number;
  skus: number;
  kubeVirt: KubeVirt | undefined;
}

export function assessGpu(gpu: GPU, { gpus, nodes, skus, kubeVirt }: GpuFacts): Findings {
  return {
    fields: { ...gpus, nodes, skus },
    conditions: [permitted(gpu, kubeVirt)],
    references: nodes + skus,
  };
}

/** A device that is named nowhere is refused by KubeVirt; where nothing is named, nothing is checked. */
function permitted({ spec }: GPU, kubeVirt: KubeVirt | undefined): Findings['conditions'][number] {
  const type = conditionTypes.permitted;
  const devices = permittedDevices(kubeVirt);
  if (kubeVirt === undefined) {
    return {
      type,
      status: 'Unknown',
      reason: 'NoKubeVirt',
      message: 'The cluster has no KubeVirt object to ask.',
    };
  }
  if (devices === undefined) {
    return { type, status: 'True', reason: 'NotRestricted', message: 'KubeVirt permits every device.' };
  }
  const named = [...(devices.pciHostDevices ?? []), ...(devices.mediatedDevices ?? [])];
  if (named.some(({ resourceName }) => resourceName === spec.deviceName)) {
    return { type, status: 'True', reason: 'Permitted', message: `KubeVirt permits ${spec.deviceName}.` };
  }
  return {
    type,
    status: 'False',
    reason: 'NotPermitted',
    message: `Add ${spec.deviceName} to permittedHostDevices of the KubeVirt object.`,
  };
}

interface PermittedDevices {
  pciHostDevices?: { resourceName: string }[];
  mediatedDevices?: { resourceName: string }[];
}

/** The published types misspell this field. */
function permittedDevices(kubeVirt: KubeVirt | undefined): PermittedDevices | undefined {
  const spec = kubeVirt?.spec as { configuration?: { permittedHostDevices?: PermittedDevices } } | undefined;
  return spec?.configuration?.permittedHostDevices;
}
