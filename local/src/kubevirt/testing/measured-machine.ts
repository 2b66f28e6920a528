import type { VirtualMachineInstance } from '@gpulease/kube/kubevirt';
import { a100, instance } from './objects.ts';

/** A machine `vm` of the tenant `mei`, with one GPU and a DCGM exporter, running for an hour. */
export function measuredMachine(): VirtualMachineInstance {
  const { spec, ...base } = instance({ name: 'vm', labels: { 'gpulease.dev/gpu-metrics-port': '9400' } });
  const devices = { ...spec.domain.devices, gpus: [{ name: 'gpu-0', deviceName: a100 }] };
  const phaseTransitionTimestamp = new Date(Date.now() - 3_600_000).toISOString();
  return {
    ...base,
    metadata: { ...base.metadata, namespace: 'u-mei' },
    spec: { ...spec, domain: { ...spec.domain, devices } },
    status: { phase: 'Running', phaseTransitionTimestamps: [{ phase: 'Running', phaseTransitionTimestamp }] },
  };
}
