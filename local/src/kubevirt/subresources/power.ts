import { retryOnConflict, type ObjectRef } from '@gpulease/kube';
import { virtualMachineInstances, virtualMachines } from '@gpulease/kube/kubevirt';
import type { World } from '../world.ts';
import { powerChange, type PowerAction, type PowerOptions } from './power-request.ts';
import { notFound } from './refusal.ts';

/** Executes a call of `start`, `stop` or `restart`. Throws Refusal or ApiError. */
export function changePower(world: World, ref: ObjectRef, call: PowerCall): Promise<void> {
  return retryOnConflict(() => attempt(world, ref, call));
}

interface PowerCall {
  action: PowerAction;
  options: PowerOptions;
}

async function attempt({ cluster }: World, ref: ObjectRef, { action, options }: PowerCall): Promise<void> {
  const machines = cluster.resource(virtualMachines);
  const instances = cluster.resource(virtualMachineInstances);
  const virtualMachine = await machines.find(ref);
  if (virtualMachine === undefined) throw notFound(`virtualmachine.kubevirt.io "${ref.name}" not found`);
  const change = powerChange(action, { virtualMachine, instance: await instances.find(ref) }, options);
  const metadata = { resourceVersion: virtualMachine.metadata.resourceVersion };
  if (change.graceSeconds !== undefined) {
    await instances.mergePatch(ref, { spec: { terminationGracePeriodSeconds: change.graceSeconds } });
  }
  if (change.runStrategy !== undefined) {
    await machines.mergePatch(ref, { metadata, spec: { runStrategy: change.runStrategy } });
  }
  if (change.requests !== undefined) {
    const status = { stateChangeRequests: change.requests };
    await machines.mergePatch(ref, { metadata, status }, { subresource: 'status' });
  }
}
