import type { PersistentVolumeClaim, Pod } from '@gpulease/kube';
import type { DataVolume, VirtualMachine, VirtualMachineInstance } from '@gpulease/kube/kubevirt';
import { SELECTED_NODE } from '../workload/disk/disk-node.ts';
import { rootDiskName } from '../kubevirt/names.ts';
import { nodeOfMachine } from '../kubevirt/virtual-machine.ts';

/** A VirtualMachine with the objects that KubeVirt has created for it. */
interface Made {
  vm: VirtualMachine;
  disk: DataVolume;
  /** The claim of the disk, once kube-scheduler has found a node for the machine. */
  claim?: PersistentVolumeClaim | undefined;
  machine?: VirtualMachineInstance | undefined;
  pod?: Pod | undefined;
  /** Instance and pod that exist but that no watch has delivered yet, not even KubeVirt's own. */
  unseen?: { machine: VirtualMachineInstance; pod: Pod } | undefined;
  /** Whether its guest has powered it off since it was last switched on. */
  isPoweredOff: boolean;
}

type InstancePhase = 'Scheduling' | 'Running' | 'Succeeded' | 'Failed';

/** How a host treats the machines assigned to it. */
export type Treatment = 'starts them' | 'has no room for them' | 'never starts them';

/** Simulates what KubeVirt does with VirtualMachines, one step at a time. */
export class SmallKubeVirt {
  /** By node; a node without an entry starts them. */
  readonly treatments = new Map<string, Treatment>();
  private readonly made = new Map<string, Made>();
  private readonly now: () => Date;
  private readonly isNodeUp: (node: string) => boolean;
  private uids = 0;

  constructor(now: () => Date, isNodeUp: (node: string) => boolean) {
    this.now = now;
    this.isNodeUp = isNodeUp;
  }

  of(name: string): Made | undefined {
    return this.made.get(name);
  }

  all(): [name: string, made: Made][] {
    return [...this.made];
  }

  /** Stores the desired VirtualMachine. */
  put(vm: VirtualMachine): VirtualMachine {
    const before = this.made.get(vm.metadata.name);
    const disk = { metadata: { name: rootDiskName(vm.metadata.name) }, status: { phase: 'Succeeded' } };
    this.made.set(vm.metadata.name, {
      isPoweredOff: false,
      ...(before ?? { disk: disk as DataVolume }),
      vm: { ...vm, status: before?.vm.status ?? {} },
    });
    return vm;
  }

  delete(name: string): void {
    const made = this.made.get(name);
    if (made !== undefined) made.vm = withDeletion(made.vm, this.now());
  }

  /** Stops the machine without time for its guest to shut down. */
  powerOff(name: string): void {
    const made = this.made.get(name);
    if (made?.machine === undefined) return;
    const spec = { ...made.machine.spec, terminationGracePeriodSeconds: 0 };
    made.machine = withDeletion({ ...made.machine, spec }, this.now());
  }

  /** Lets the guest power its machine off or crash. */
  end(name: string, phase: 'Succeeded' | 'Failed'): void {
    const made = this.made.get(name);
    if (made?.machine?.status?.phase === 'Running') made.machine = this.reach(made.machine, phase);
  }

  /** Lets the guest answer its readiness probe or stop answering it. */
  answer(name: string, isAnswering: boolean): void {
    const made = this.made.get(name);
    if (made?.machine?.status?.phase !== 'Running') return;
    made.machine = this.withReady(made.machine, isAnswering, 'ContainersNotReady');
  }

  /** Advances every machine by one step. */
  act(): void {
    for (const [name, made] of this.made) {
      Object.assign(made, made.unseen, { unseen: undefined });
      this.see(made);
      if (made.machine !== undefined) this.advance(made, made.machine);
      else if (made.vm.metadata.deletionTimestamp !== undefined) this.made.delete(name);
      else if (isOn(made) && !made.isPoweredOff) this.start(made);
    }
  }

  /**
   * Reports the runStrategy it has seen, once there was an instance. A machine that was switched off in between may
   * start again.
   */
  private see(made: Made): void {
    const { runStrategy } = made.vm.spec;
    const noted = made.vm.status?.runStrategy;
    if (noted !== runStrategy) made.isPoweredOff = false;
    const created = made.machine !== undefined;
    const isStopped = !created && (!isOn(made) || made.isPoweredOff);
    const status = {
      created,
      ...((created || noted !== undefined) && { runStrategy }),
      ...(isStopped && { printableStatus: 'Stopped' }),
      ...(!created && this.notThere(made)),
    };
    made.vm = { ...made.vm, status };
  }

  /** Returns the condition that there is no instance, and since when. */
  private notThere({ vm: { status } }: Made) {
    const lastTransitionTime = this.now().toISOString();
    const ready = { type: 'Ready', status: 'False', reason: 'VMINotExists', message: '', lastTransitionTime };
    return { conditions: status?.conditions ?? [ready] };
  }

  private advance(made: Made, machine: VirtualMachineInstance): void {
    const phase = machine.status?.phase;
    if (machine.metadata.deletionTimestamp !== undefined) this.clear(made, machine);
    else if (!isOn(made) || phase === 'Succeeded' || phase === 'Failed') {
      made.machine = withDeletion(machine, this.now());
    } else if (phase === 'Scheduling' && this.canRun(made)) {
      made.machine = this.reach(machine, 'Running');
    }
  }

  /** Nothing is removed from a node that does not respond. */
  private clear(made: Made, machine: VirtualMachineInstance): void {
    if (!this.isNodeUp(nodeOf(made))) return;
    made.machine = undefined;
    made.pod = undefined;
    if (machine.status?.phase === 'Succeeded' && isOn(made)) made.isPoweredOff = true;
  }

  private start(made: Made): void {
    const { name, namespace } = made.vm.metadata;
    this.uids += 1;
    const metadata = { name, namespace, uid: `vmi-${this.uids}` };
    const machine = { metadata, spec: made.vm.spec.template.spec, status: {} } as VirtualMachineInstance;
    const pod = { metadata: { name, namespace }, ...this.schedule(nodeOf(made)) } as unknown as Pod;
    if (pod.spec?.nodeName !== undefined) made.claim ??= claimOn(nodeOf(made), made.disk);
    made.unseen = { machine: this.reach(machine, 'Scheduling'), pod };
  }

  /** Returns the verdict of kube-scheduler. */
  private schedule(nodeName: string): object {
    if (this.treatments.get(nodeName) !== 'has no room for them') return { spec: { nodeName } };
    const refused = { type: 'PodScheduled', status: 'False', reason: 'Unschedulable' };
    return {
      spec: {},
      status: { conditions: [{ ...refused, lastTransitionTime: this.now().toISOString() }] },
    };
  }

  private canRun({ pod }: Made): boolean {
    const host = pod?.spec?.nodeName;
    if (host === undefined || !this.isNodeUp(host)) return false;
    return this.treatments.get(host) !== 'never starts them';
  }

  private reach(machine: VirtualMachineInstance, phase: InstancePhase): VirtualMachineInstance {
    const transition = { phase, phaseTransitionTimestamp: this.now().toISOString() };
    const phaseTransitionTimestamps = [...(machine.status?.phaseTransitionTimestamps ?? []), transition];
    const reached = { ...machine, status: { ...machine.status, phase, phaseTransitionTimestamps } };
    return this.withReady(reached, phase === 'Running', 'GuestNotRunning');
  }

  private withReady(machine: VirtualMachineInstance, isReady: boolean, why: string): VirtualMachineInstance {
    const status = isReady ? 'True' : 'False';
    const reason = isReady ? '' : why;
    const ready = { type: 'Ready', status, reason, lastTransitionTime: this.now().toISOString() };
    return { ...machine, status: { ...machine.status, conditions: [ready] } };
  }
}

function claimOn(node: string, { metadata }: DataVolume): PersistentVolumeClaim {
  const { name } = metadata;
  const annotations = { [SELECTED_NODE]: node };
  const status = { phase: 'Bound' as const };
  return { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name, annotations }, status };
}

function isOn({ vm }: Made): boolean {
  return vm.spec.runStrategy === 'RerunOnFailure' && vm.metadata.deletionTimestamp === undefined;
}

/** Returns its pod, even if no watch has delivered it yet. */
export function podOf({ pod, unseen }: Made): Pod | undefined {
  return pod ?? unseen?.pod;
}

export function nodeOf(made: Made): string {
  return (podOf(made)?.spec as { nodeName?: string } | undefined)?.nodeName ?? nodeOfMachine(made.vm) ?? '';
}

function withDeletion<T extends { metadata: { deletionTimestamp?: string | undefined } }>(
  object: T,
  now: Date,
): T {
  const deletionTimestamp = object.metadata.deletionTimestamp ?? now.toISOString();
  return { ...object, metadata: { ...object.metadata, deletionTimestamp } };
}
