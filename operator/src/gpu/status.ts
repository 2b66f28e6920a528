import { catalogueReasons, conditionTypes, type GPU } from '@gpulease/crds';
import type { KubeVirt } from '@gpulease/kube/kubevirt';
import { conditionFound, type Assessment, type FoundCondition } from '../catalogue/status.ts';
import { configurationOf } from '../kubevirt/configuration.ts';

export interface GpuFacts {
  gpus: { total: number; allocated: number; free: number };
  nodes: number;
  skus: number;
  kubeVirt: KubeVirt | undefined;
  /** An older GPU object with the same device. */
  namesake?: string | undefined;
}

export function assessGpu(gpu: GPU, { gpus, nodes, skus, kubeVirt, namesake }: GpuFacts): Assessment {
  const permission = permitted(gpu, kubeVirt);
  const readiness = deviceTaken(gpu, namesake) ?? ready(permission);
  const free = readiness.status === 'False' ? 0 : gpus.free;
  return {
    fields: { ...gpus, free, nodes, skus },
    conditions: [permission, readiness],
    references: nodes + skus,
  };
}

const whetherReady = conditionFound(conditionTypes.ready);
const whetherPermitted = conditionFound(conditionTypes.permitted);

function deviceTaken({ spec }: GPU, namesake: string | undefined): FoundCondition | undefined {
  if (namesake === undefined) return undefined;
  const message = `GPU ${namesake} already has the device ${spec.deviceName}; set this model's own device, or delete one of the two.`;
  return whetherReady.no(catalogueReasons.deviceTaken, message, { name: namesake });
}

/** A model is ready when KubeVirt permits its device. */
function ready(found: FoundCondition): FoundCondition {
  if (found.status !== 'True') return { ...found, type: conditionTypes.ready };
  return whetherReady.yes(catalogueReasons.ready, 'Machines can use GPUs of this model.');
}

/** KubeVirt refuses devices missing from its list; without a list it permits all. */
function permitted({ spec }: GPU, kubeVirt: KubeVirt | undefined): FoundCondition {
  const { yes, no, unknown } = whetherPermitted;
  const devices = configurationOf(kubeVirt).permittedHostDevices;
  if (kubeVirt === undefined) {
    const message = 'The cluster has no KubeVirt object, so no machine can run; install KubeVirt.';
    return unknown(catalogueReasons.noKubeVirt, message);
  }
  if (devices === undefined) return yes(catalogueReasons.notRestricted, 'KubeVirt permits every device.');
  const named = [...(devices.pciHostDevices ?? []), ...(devices.mediatedDevices ?? [])];
  if (named.some(({ resourceName }) => resourceName === spec.deviceName))
    return yes(catalogueReasons.permitted, `KubeVirt permits ${spec.deviceName}.`);
  const message = `Add ${whatToPermit(spec)} to permittedHostDevices of the KubeVirt object.`;
  return no(catalogueReasons.notPermitted, message, {
    name: spec.deviceName,
    ...(spec.pciVendorSelector !== undefined && { selector: spec.pciVendorSelector }),
  });
}

/** Returns what an administrator adds to the KubeVirt object: the complete entry if the selector is known. */
function whatToPermit({ deviceName, pciVendorSelector }: GPU['spec']): string {
  if (pciVendorSelector === undefined) return deviceName;
  return `pciVendorSelector ${pciVendorSelector} with resourceName ${deviceName}`;
}
