import type { ControlPlane } from '../control-plane/control-plane.ts';
import { kubectl } from './kubectl.ts';

const instances = 'virtualmachineinstances.kubevirt.io';

/** The parts of a VirtualMachineInstance that tell how it went. */
export interface Instance {
  metadata: { name: string; namespace: string };
  status?: { phase?: string; phaseTransitionTimestamps?: PhaseTransition[] };
}

interface PhaseTransition {
  phase: string;
  phaseTransitionTimestamp: string;
}

/**
 * Between two runs of a demo its hosts are off, so the machines on them ended when the last one did: they are marked as failed at that
 * moment, as KubeVirt would after a power cut, and started again. That way nobody is billed for the time between.
 */
export async function applyPowerCut(controlPlane: ControlPlane, at: Date): Promise<void> {
  const kind = await kubectl(controlPlane, ['get', 'crd', instances, '--ignore-not-found', '--output=name']);
  if (kind === '') return;
  const list = await kubectl(controlPlane, ['get', instances, '--all-namespaces', '--output=json']);
  const { items } = JSON.parse(list) as { items: Instance[] };
  for (const instance of items.filter(isRunning)) await markFailed(controlPlane, instance, at);
}

function isRunning({ status }: Instance): boolean {
  return status?.phase === 'Running';
}

/** KubeVirt's instances have no status subresource. */
async function markFailed(controlPlane: ControlPlane, instance: Instance, at: Date): Promise<void> {
  const { name, namespace } = instance.metadata;
  const patch = JSON.stringify({ status: statusAfterPowerCut(instance, at) });
  const target = [instances, name, `--namespace=${namespace}`];
  await kubectl(controlPlane, ['patch', ...target, '--type=merge', `--patch=${patch}`]);
}

/** What the status of a running instance says once its host was off. */
export function statusAfterPowerCut({ status }: Instance, at: Date): Instance['status'] & { reason: string } {
  const failed = { phase: 'Failed', phaseTransitionTimestamp: at.toISOString() };
  return {
    phase: 'Failed',
    reason: 'HostPoweredOff',
    phaseTransitionTimestamps: [...(status?.phaseTransitionTimestamps ?? []), failed],
  };
}
