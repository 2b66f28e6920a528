import type { ObjectRef } from '@gpulease/kube';
import { nodes } from '@gpulease/kube';
import { virtualMachineInstances } from '@gpulease/kube/kubevirt';
import type { World } from '../world.ts';
import { notFound, Refusal } from './refusal.ts';

/** KubeVirt's drain taint from before evictions; evacuation of a node with this taint cannot be canceled. */
const DRAIN_TAINT = { key: 'kubevirt.io/drain', effect: 'NoSchedule' };

export interface CancelOptions {
  /** Node from which the caller has seen the instance evacuated. */
  evacuationNodeName?: string;
}

/** Cancels an evacuation if it is still the one the caller has seen. Throws Refusal or ApiError. */
export async function cancelEvacuation(
  { cluster }: World,
  ref: ObjectRef,
  options: CancelOptions,
): Promise<void> {
  const instances = cluster.resource(virtualMachineInstances);
  const instance = await instances.find(ref);
  if (instance === undefined) throw notFound(`virtualmachineinstance.kubevirt.io "${ref.name}" not found`);
  const { evacuationNodeName, nodeName = '' } = instance.status ?? {};
  await refuseWhileDrained(cluster, evacuationNodeName ?? nodeName);
  if (evacuationNodeName === undefined) return;
  if (evacuationNodeName !== options.evacuationNodeName) {
    throw new Refusal(500, 'InternalError', 'testing value /status/evacuationNodeName failed');
  }
  const { resourceVersion } = instance.metadata;
  await instances.mergePatch(ref, { metadata: { resourceVersion }, status: { evacuationNodeName: null } });
}

async function refuseWhileDrained(cluster: World['cluster'], name: string): Promise<void> {
  const node = await cluster.resource(nodes).find({ name });
  if (node === undefined) throw new Refusal(500, 'InternalError', `nodes "${name}" not found`);
  const isDrained = node.spec?.taints?.some(
    ({ key, effect }) => key === DRAIN_TAINT.key && effect === DRAIN_TAINT.effect,
  );
  if (isDrained !== true) return;
  const message = `Node "${name}" has NodeDrainTaintKey "${DRAIN_TAINT.key}:NoSchedule"`;
  throw new Refusal(400, 'BadRequest', message);
}
