import type { VirtualMachineInstance } from '@gpulease/kube/kubevirt';
import { a100, instance } from './objects.ts';

/** Returns a machine of the tenant `mei` with a DCGM exporter, running for an hour. */
export function measuredMachine(name = 'vm', gpuCount = 1): VirtualMachineInstance {
  const { spec, ...base } = instance({ name, labels: { 'gpulease.dev/gpu-metrics-port': '9400' } });
  const gpus = Array.from({ length: gpuCount }, (_, index) => ({ name: `gpu-${index}`, deviceName: a100 }));
  const devices = { ...spec.domain.devices, gpus };
  const phaseTransitionTimestamp = new Date(Date.now() - 3_600_000).toISOString();
  return {
    ...base,
    metadata: { ...base.metadata, namespace: 'u-mei' },
    spec: { ...spec, domain: { ...spec.domain, devices } },
    status: {
      phase: 'Running',
      nodeName: 'n1',
      phaseTransitionTimestamps: [{ phase: 'Running', phaseTransitionTimestamp }],
    },
  };
}
