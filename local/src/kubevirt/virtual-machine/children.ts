import { controllerReference, type NewObject, timestamp } from '@gpulease/kube';
import type { DataVolume, VirtualMachine, VirtualMachineInstance } from '@gpulease/kube/kubevirt';
import { instanceFinalizers } from '../instance/finalizers.ts';
import { createdByLabel } from '../instance/pod.ts';
import { generationAnnotation } from './status.ts';

type DiskTemplate = NonNullable<VirtualMachine['spec']['dataVolumeTemplates']>[number];

/** Returns a machine's disk, which is deleted with the machine. */
export function newDisk(virtualMachine: VirtualMachine, template: DiskTemplate): NewObject<DataVolume> {
  const { namespace, uid = '' } = virtualMachine.metadata;
  const { name = '', labels, annotations } = template.metadata ?? {};
  return {
    metadata: {
      name,
      ...(namespace === undefined ? {} : { namespace }),
      labels: { ...labels, [createdByLabel]: uid },
      ...(annotations === undefined ? {} : { annotations }),
      ownerReferences: [controllerReference(virtualMachine)],
    },
    spec: template.spec,
  };
}

/** Returns an instance for one run of the machine as KubeVirt's admission leaves it: with finalizers, in phase Pending. */
export function newInstance(virtualMachine: VirtualMachine, now: Date): VirtualMachineInstance {
  const { name, namespace, generation } = virtualMachine.metadata;
  const { metadata, spec } = virtualMachine.spec.template;
  return {
    apiVersion: 'kubevirt.io/v1',
    kind: 'VirtualMachineInstance',
    metadata: {
      name,
      ...(namespace === undefined ? {} : { namespace }),
      labels: { ...metadata?.labels },
      annotations: { ...metadata?.annotations, [generationAnnotation]: String(generation ?? 1) },
      finalizers: [...instanceFinalizers],
      ownerReferences: [controllerReference(virtualMachine)],
    },
    spec: spec ?? { domain: { devices: {} } },
    status: {
      phase: 'Pending',
      phaseTransitionTimestamps: [{ phase: 'Pending', phaseTransitionTimestamp: timestamp(now) }],
    },
  };
}
