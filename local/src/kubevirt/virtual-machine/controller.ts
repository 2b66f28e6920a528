import {
  addFinalizer,
  hasFinalizer,
  isControlledBy,
  isDeleting,
  objectKey,
  removeFinalizer,
  type ObjectRef,
} from '@gpulease/kube';
import {
  dataVolumes,
  virtualMachineInstances,
  virtualMachines,
  type DataVolume,
  type VirtualMachine,
  type VirtualMachineInstance,
} from '@gpulease/kube/kubevirt';
import type { Requeue } from '@gpulease/operator/runtime/controller';
import { remaining } from '../pace.ts';
import { runController, watching } from '../run-controller.ts';
import { ownerKey, type World } from '../world.ts';
import { createIfMissing, deleteIfThere, replaceStatus } from '../write.ts';
import { newDisk, newInstance } from './children.ts';
import {
  nextPowerStep,
  pendingRequests,
  runStrategyOf,
  seenRunStrategy,
  type InstanceFacts,
  type PowerSituation,
  type PowerStep,
  type StateChangeRequest,
} from './power.ts';
import { countStartFailures, type StartFailure } from './start-failure.ts';
import { machineStatus } from './status.ts';

/** KubeVirt's finalizer of a machine. */
const machineFinalizer = 'kubevirt.io/virtualMachineControllerFinalize';

const UNSEEN_INSTANCE_MS = 100;

/** Creates the disks of machines, and their instances according to runStrategy. */
export function runVirtualMachines(world: World): () => Promise<void> {
  return runController(world, {
    name: 'virtual-machine',
    reconcile: (ref) => reconcileMachine(world, ref),
    sources: [
      watching(world.virtualMachines),
      watching(world.instances),
      watching(world.disks, (disk) => [ownerKey(disk, 'VirtualMachine')]),
    ],
  });
}

/** Whether an instance that the informer has not seen yet must be handled before a new runStrategy is recorded. */
async function isInstanceUnseen(
  { cluster }: World,
  { virtualMachine, instance, power }: Machine,
): Promise<boolean> {
  if (instance !== undefined || power.lastSeen === undefined || power.lastSeen === power.runStrategy)
    return false;
  const there = await cluster.resource(virtualMachineInstances).find(virtualMachine.metadata);
  return there !== undefined && isControlledBy(there, virtualMachine);
}

interface Machine {
  virtualMachine: VirtualMachine;
  instance: VirtualMachineInstance | undefined;
  disks: DataVolume[];
  startFailure: StartFailure | undefined;
  power: PowerSituation & { requests: StateChangeRequest[] };
}

async function reconcileMachine(world: World, ref: ObjectRef): Promise<Requeue | undefined> {
  const virtualMachine = world.virtualMachines.store.get(ref);
  if (virtualMachine === undefined) return undefined;
  if (isDeleting(virtualMachine)) return endMachine(world, virtualMachine);
  if (!hasFinalizer(virtualMachine, machineFinalizer)) {
    await addFinalizer(world.cluster.resource(virtualMachines), virtualMachine, machineFinalizer);
    return undefined;
  }
  await createMissingDisks(world, virtualMachine);
  const machine = observe(world, virtualMachine);
  if (await isInstanceUnseen(world, machine)) return { afterMs: UNSEEN_INSTANCE_MS };
  return act(world, machine, nextPowerStep(machine.power));
}

function observe(world: World, virtualMachine: VirtualMachine): Machine {
  const instance = instanceOf(world, virtualMachine);
  const { status } = virtualMachine;
  const runStrategy = runStrategyOf(virtualMachine);
  const facts = instance && factsOf(instance);
  return {
    virtualMachine,
    instance,
    disks: disksOf(world, virtualMachine),
    startFailure: countStartFailures(
      { before: status?.startFailure, runStrategy, instance },
      world.clock.now(),
    ),
    power: {
      runStrategy,
      lastSeen: status?.runStrategy,
      requests: pendingRequests(status?.stateChangeRequests ?? [], facts),
      instance: facts,
    },
  };
}

function instanceOf(world: World, virtualMachine: VirtualMachine): VirtualMachineInstance | undefined {
  const instance = world.instances.store.get(virtualMachine.metadata);
  return instance !== undefined && isControlledBy(instance, virtualMachine) ? instance : undefined;
}

function factsOf(instance: VirtualMachineInstance): InstanceFacts {
  const { uid = '' } = instance.metadata;
  return { uid, phase: instance.status?.phase ?? '', isDeleting: isDeleting(instance) };
}

function disksOf(world: World, { metadata, spec }: VirtualMachine): DataVolume[] {
  const names = (spec.dataVolumeTemplates ?? []).map((template) => template.metadata?.name ?? '');
  return names.flatMap((name) => world.disks.store.get({ name, namespace: metadata.namespace }) ?? []);
}

async function createMissingDisks(world: World, virtualMachine: VirtualMachine): Promise<void> {
  const { namespace } = virtualMachine.metadata;
  for (const template of virtualMachine.spec.dataVolumeTemplates ?? []) {
    const disk = newDisk(virtualMachine, template);
    if (world.disks.store.get({ name: disk.metadata.name, namespace }) !== undefined) continue;
    await createIfMissing(world.cluster.resource(dataVolumes), disk);
  }
}

/** Takes the step and writes the status. A deletion comes last, so that a requested restart is not lost. */
async function act(world: World, machine: Machine, step: PowerStep): Promise<Requeue | undefined> {
  switch (step) {
    case 'Start':
      return start(world, machine);
    case 'SwitchOn':
      await world.cluster
        .resource(virtualMachines)
        .mergePatch(machine.virtualMachine.metadata, { spec: { runStrategy: 'Always' } });
      return undefined;
    case 'Rerun':
      await writeStatus(world, withStartRequest(machine));
      break;
    case 'Stop':
    case 'Nothing':
      await writeStatus(world, machine);
  }
  if (step !== 'Nothing' && machine.instance !== undefined) await deleteInstance(world, machine.instance);
  return undefined;
}

async function start(world: World, machine: Machine): Promise<Requeue | undefined> {
  const { virtualMachine, startFailure, disks } = machine;
  const wanted = virtualMachine.spec.dataVolumeTemplates?.length ?? 0;
  const areDisksReady = disks.length === wanted && disks.every((disk) => isReady(world, disk));
  const waitMs = remaining(startFailure?.retryAfterTimestamp, 0, world.clock.now());
  if (areDisksReady && waitMs === 0) {
    const instance = newInstance(virtualMachine, world.clock.now());
    await createIfMissing(world.cluster.resource(virtualMachineInstances), instance);
    world.logger.info(
      { virtualMachine: objectKey(virtualMachine.metadata) },
      'A simulated machine is starting',
    );
    return undefined;
  }
  await writeStatus(world, machine);
  return waitMs > 0 ? { afterMs: waitMs } : undefined;
}

/** Whether the disk is filled. A disk without its claim stays Succeeded if CDI creates no new one. */
function isReady({ claims }: World, { metadata, status }: DataVolume): boolean {
  return status?.phase === 'Succeeded' && claims.store.get(metadata) !== undefined;
}

function withStartRequest(machine: Machine): Machine {
  const stops = machine.power.requests.filter(({ action }) => action === 'Stop');
  return { ...machine, power: { ...machine.power, requests: [...stops, { action: 'Start' }] } };
}

async function writeStatus(world: World, machine: Machine): Promise<void> {
  const { virtualMachine, power, startFailure } = machine;
  const record = { runStrategy: seenRunStrategy(power), requests: power.requests, startFailure };
  const status = machineStatus(machine, record, world.clock.now());
  await replaceStatus(world.cluster.resource(virtualMachines), virtualMachine, status, {
    subresource: 'status',
  });
}

async function deleteInstance(world: World, instance: VirtualMachineInstance): Promise<void> {
  if (isDeleting(instance)) return;
  await deleteIfThere(world.cluster.resource(virtualMachineInstances), instance);
}

/** Deletes a machine once its instance, and so its pod, is gone. Its disks are garbage-collected through their owner reference. */
async function endMachine(world: World, virtualMachine: VirtualMachine): Promise<undefined> {
  const machine = observe(world, virtualMachine);
  if (machine.instance === undefined) {
    await removeFinalizer(world.cluster.resource(virtualMachines), virtualMachine, machineFinalizer);
    return;
  }
  await writeStatus(world, machine);
  await deleteInstance(world, machine.instance);
}
