import {
  controllerOf,
  isDeleting,
  objectKey,
  pods,
  removeFinalizer,
  type ObjectRef,
  type Pod,
} from '@gpulease/kube';
import {
  virtualMachineInstances,
  type VirtualMachineInstance,
  type VirtualMachineInstanceStatus,
} from '@gpulease/kube/kubevirt';
import type { Requeue } from '@gpulease/operator/runtime/controller';
import { faultsOf, silencedAnnotation } from '../faults.ts';
import { keysOf, runController, watching } from '../run-controller.ts';
import { isFinal } from '../virtual-machine/power.ts';
import { machineOf, namespaceOf, nodeOf, ownerKey, podOf, type World } from '../world.ts';
import { createIfMissing, deleteIfThere, replaceStatus } from '../write.ts';
import { admitInstance, instanceFinalizers, lacksFinalizers } from './finalizers.ts';
import { gpuFinding } from './gpu-check.ts';
import { nextPhase, type InstanceSituation, type NextPhase } from './phase.ts';
import { gpuNames, launcherName, launcherPod } from './pod.ts';
import { instanceStatus } from './status.ts';

const nodeLabel = 'kubevirt.io/nodeName';
const UNSEEN_POD_MS = 200;

/** Moves instances through their phases, on pods that the scheduler places. */
export function runInstances(world: World): () => Promise<void> {
  const keysWhere = (isMeant: (instance: VirtualMachineInstance) => boolean) =>
    keysOf(world.instances.store.list().filter(isMeant));
  return runController(world, {
    name: 'virtual-machine-instance',
    reconcile: (ref) => reconcileInstance(world, ref),
    sources: [
      watching(world.instances),
      watching(world.pods, (pod) => [ownerKey(pod, 'VirtualMachineInstance')]),
      watching(world.virtualMachines),
      watching(world.namespaces, ({ metadata: { name } }) =>
        keysWhere(({ metadata }) => metadata.namespace === name),
      ),
      watching(world.nodes, ({ metadata: { name } }) => keysWhere(({ status }) => status?.nodeName === name)),
      watching(world.kubeVirts, () => keysWhere(() => true)),
    ],
  });
}

async function reconcileInstance(world: World, ref: ObjectRef): Promise<Requeue | undefined> {
  const instance = world.instances.store.get(ref);
  if (instance === undefined) return undefined;
  if (lacksFinalizers(instance)) return admitInstance(world.cluster, instance);
  const situation = observe(world, instance);
  if (needsPod(situation)) return createPod(world, situation);
  if (await isPodUnseen(world, situation)) return { afterMs: UNSEEN_POD_MS };
  await settleSilence(world, situation);
  const { next, status } = settled(situation);
  await write(world, situation, next, status);
  if (isFinal(next.phase)) await cleanUp(world, situation);
  else if (isDeleting(instance) && situation.isNodeSilent) await deletePod(world, situation);
  return next.lookAgainMs === undefined ? undefined : { afterMs: next.lookAgainMs };
}

function observe(world: World, instance: VirtualMachineInstance): InstanceSituation {
  return {
    instance,
    pod: podOf(world, instance),
    isNodeSilent: isNodeSilent(world, instance),
    faults: faultsOf(machineOf(world, instance), namespaceOf(world, instance), nodeOf(world, instance)),
    forbiddenGpu: forbiddenGpu(world, instance),
    gpuFinding: gpuFinding(instance, podOf(world, instance), nodeOf(world, instance)),
    hasForeignCpu: hasForeignCpu(world, instance),
    overheadRatio: Number(configurationOf(world).additionalGuestMemoryOverheadRatio ?? 1),
    pace: world.pace,
    now: world.clock.now(),
  };
}

/** Relevant part of the KubeVirt object; its published type misnames the field. */
interface KubeVirtConfiguration {
  configuration?: {
    permittedHostDevices?: { pciHostDevices?: { resourceName: string }[] };
    additionalGuestMemoryOverheadRatio?: string;
    developerConfiguration?: { useEmulation?: boolean };
  };
}

function configurationOf(world: World): NonNullable<KubeVirtConfiguration['configuration']> {
  const kubeVirt = world.kubeVirts.store.list()[0]?.spec as KubeVirtConfiguration | undefined;
  return kubeVirt?.configuration ?? {};
}

/** Returns the first GPU that the KubeVirt object does not permit. Without the object or its list, all are permitted. */
function forbiddenGpu(world: World, { spec }: VirtualMachineInstance): string | undefined {
  const permitted = configurationOf(world).permittedHostDevices?.pciHostDevices;
  if (permitted === undefined) return undefined;
  return gpuNames(spec).find((name) => !permitted.some(({ resourceName }) => resourceName === name));
}

/** Under emulation, libvirt has no host CPU to pass through. */
function hasForeignCpu(world: World, { spec }: VirtualMachineInstance): boolean {
  const isEmulated = configurationOf(world).developerConfiguration?.useEmulation === true;
  return isEmulated && spec.domain.cpu?.model === 'host-passthrough';
}

function needsPod({ instance, pod, forbiddenGpu: forbidden }: InstanceSituation): boolean {
  const isPending = (instance.status?.phase ?? 'Pending') === 'Pending';
  return isPending && pod === undefined && forbidden === undefined && !isDeleting(instance);
}

async function createPod(
  { cluster }: World,
  { instance, faults, overheadRatio }: InstanceSituation,
): Promise<undefined> {
  const pod = launcherPod(instance, { isUnschedulable: faults.has('Unschedulable'), overheadRatio });
  await createIfMissing(cluster.resource(pods), pod);
}

/** Whether the instance's pod exists although the informer has not seen it. */
async function isPodUnseen({ cluster }: World, { instance, pod }: InstanceSituation): Promise<boolean> {
  if (pod !== undefined || isFinal(instance.status?.phase)) return false;
  const { namespace } = instance.metadata;
  return (await cluster.resource(pods).find({ name: launcherName(instance), namespace })) !== undefined;
}

/** Returns the next phase and status. A guest that boots instantly is Scheduled and Running in one write. */
function settled(situation: InstanceSituation): { next: NextPhase; status: VirtualMachineInstanceStatus } {
  const next = nextPhase(situation);
  const status = instanceStatus(situation, next);
  if (next.phase !== 'Scheduled') return { next, status };
  const scheduled = { ...situation, instance: { ...situation.instance, status } };
  const after = nextPhase(scheduled);
  return { next: after, status: instanceStatus(scheduled, after) };
}

async function write(
  world: World,
  { instance }: InstanceSituation,
  next: NextPhase,
  status: VirtualMachineInstanceStatus,
): Promise<void> {
  const { nodeName } = status;
  await replaceStatus(world.cluster.resource(virtualMachineInstances), instance, status, {
    ...(nodeName === undefined ? {} : { label: [nodeLabel, nodeName] as const }),
  });
  if (next.phase === instance.status?.phase) return;
  world.logger.info(
    { instance: objectKey(instance.metadata), ...next },
    'A simulated instance changed its phase',
  );
}

/** Deletes the pod, then the instance if requested. Without a VirtualMachine, both stay until the instance is deleted. */
async function cleanUp(world: World, situation: InstanceSituation): Promise<void> {
  const { instance, pod } = situation;
  if (controllerOf(instance) === undefined && !isDeleting(instance)) return endPod(world, pod);
  if (pod !== undefined) return deletePod(world, situation);
  if (!isDeleting(instance)) return;
  const client = world.cluster.resource(virtualMachineInstances);
  let left: VirtualMachineInstance | undefined = instance;
  for (const finalizer of instanceFinalizers) left &&= await removeFinalizer(client, left, finalizer);
}

async function endPod({ cluster }: World, pod: Pod | undefined): Promise<void> {
  if (pod === undefined || isFinal(pod.status?.phase)) return;
  const ended = { status: { phase: 'Succeeded' } };
  await cluster.resource(pods).mergePatch(pod.metadata, ended, { subresource: 'status' });
}

/** Marks a pod on a silent node as silent too, so that nothing completes its deletion. */
async function settleSilence(
  { cluster }: World,
  { pod, isNodeSilent: isSilent }: InstanceSituation,
): Promise<void> {
  if (pod === undefined || isSilent === (pod.metadata.annotations?.[silencedAnnotation] !== undefined))
    return;
  const annotations = { [silencedAnnotation]: isSilent ? 'true' : null };
  await cluster.resource(pods).mergePatch(pod.metadata, { metadata: { annotations } });
}

/** Deletes the pod. On a silent node it stays marked for deletion, since no kubelet ends it. */
async function deletePod({ cluster }: World, { pod, faults }: InstanceSituation): Promise<void> {
  if (pod === undefined || isDeleting(pod) || faults.has('StuckTerminating')) return;
  await deleteIfThere(cluster.resource(pods), pod);
}

function isNodeSilent(world: World, { status }: VirtualMachineInstance): boolean {
  const node = status?.nodeName === undefined ? undefined : world.nodes.store.get({ name: status.nodeName });
  return (
    node?.status?.conditions?.some(({ type, status: ready }) => type === 'Ready' && ready !== 'True') ?? false
  );
}
