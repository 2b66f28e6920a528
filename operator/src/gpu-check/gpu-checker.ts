import {
  catalogueReasons,
  CHECKS_NAMESPACE,
  computeNodes,
  DEFAULT_GPU_CHECK_SECONDS,
  fieldManagers,
  wantsChecks,
} from '@gpulease/crds';
import type { ComputeNode, GPUCheck } from '@gpulease/crds';
import { isAlreadyExists, isDeleting, isNotFound, tolerate } from '@gpulease/kube';
import { virtualMachineInstances } from '@gpulease/kube/kubevirt';
import { nodeViewOf, type NodeView } from '../compute-node/node-view.ts';
import type { CheckedGPU } from '../gpu-check-result.ts';
import type { KeptInstance, KeptMachinePod } from '../kept/kept.ts';
import type { Operator } from '../operator.ts';
import type { Requeue } from '../runtime/controller.ts';
import { checkMachine, roomForChecks } from './check-machine.ts';
import { nextStep, type CheckStep } from './next-step.ts';
import { quarantineWith } from './quarantine-after-check.ts';
import { withReports } from './read-reports.ts';
import { checkedBy, deviceOf, eachGpuOnce, type Checked, type CheckPod } from './verdict.ts';

/** Pause after a check has ended or yielded, before the next one on the same node. By then the cache has the new status. */
const PAUSE_MS = 60_000;

/** A node whose free GPUs are or may be checked. */
interface Subject {
  name: string;
  view: NodeView | undefined;
  /** Absent if the region disables checks. */
  gpuCheck: GPUCheck | undefined;
  machines: readonly KeptInstance[];
  isClearing: boolean;
}

/** When a node was cleared, and of which machines; the cache may still contain them for a moment. */
interface Cleared {
  at: Date;
  uids: ReadonlySet<string | undefined>;
}

/**
 * Checks GPUs. Nearly all of its state is in the check machines. In memory it keeps only their pods and GPUs, because a pod may be
 * deleted before its machine and nothing else names the GPU, and when each node was last cleared.
 */
export class GpuChecker {
  private readonly operator: Operator;
  private readonly cleared = new Map<string, Cleared>();
  /** Keyed by the UIDs of the machines. */
  private readonly pods = new Map<string, CheckPod>();

  constructor(operator: Operator) {
    this.operator = operator;
  }

  /** Records the pod of a check machine and its GPU. */
  observe(pod: KeptMachinePod): void {
    const { name, ownerReferences = [] } = pod.metadata;
    for (const { uid } of ownerReferences)
      this.pods.set(uid, { pod: name, id: deviceOf(pod) ?? this.pods.get(uid)?.id });
  }

  async reconcile(name: string): Promise<Requeue | undefined> {
    const subject = this.see(name);
    const checked = subject.machines.map((machine) => this.checked(subject, machine));
    const step = this.stepFor(subject, checked);
    if (step.do === 'Start') await this.start(subject, step.count);
    if (step.do === 'Finish' && subject.view !== undefined)
      await this.conclude(subject.view.computeNode, checked);
    if (step.do === 'Finish' || step.do === 'GiveWay') await this.clear(subject);
    return this.requeue(subject, step);
  }

  private see(name: string): Subject {
    const { caches, clock, nodeProblemConditions: problemConditions } = this.operator;
    const computeNode = caches.computeNodes.store.get({ name });
    const view = computeNode && nodeViewOf(caches, computeNode, { now: clock.now(), problemConditions });
    const all = caches.checkMachines.store.byIndex('computeNode', name);
    const { gpuCheck } = caches.regions.store.get({ name: computeNode?.spec.region ?? '' })?.spec ?? {};
    const gone = this.cleared.get(name)?.uids;
    const isGoing = (machine: KeptInstance) =>
      isDeleting(machine) || gone?.has(machine.metadata.uid) === true;
    return {
      ...{ name, view, machines: all.filter((machine) => !isGoing(machine)) },
      isClearing: all.some(isGoing),
      gpuCheck: wantsChecks(gpuCheck) ? gpuCheck : undefined,
    };
  }

  private stepFor(
    { name, view, gpuCheck, machines, isClearing }: Subject,
    checked: readonly Checked[],
  ): CheckStep {
    const isDue = view?.computeNode.status?.gpuCheck?.due !== undefined && this.pauseMs(name) <= 0;
    if (!isDue && machines.length === 0) return { do: 'Wait' };
    const isWanted = view?.gpu !== undefined && gpuCheck !== undefined;
    const allocations = this.operator.placement.placer.occupancyOf(name).allocations();
    const room = isWanted ? roomForChecks(view, allocations) : 0;
    return nextStep({ isDue, room, machines: checked, isClearing });
  }

  private checked({ gpuCheck }: Subject, machine: KeptInstance): Checked {
    const known = this.pods.get(machine.metadata.uid ?? '');
    const timeoutMs = (gpuCheck?.timeoutSeconds ?? DEFAULT_GPU_CHECK_SECONDS) * 1000;
    return checkedBy(machine, { ...known, timeoutMs, now: this.operator.clock.now() });
  }

  private async start({ view, gpuCheck }: Subject, count: number): Promise<void> {
    if (view?.gpu === undefined || gpuCheck === undefined) return;
    const { computeNode, gpu } = view;
    const client = this.operator.cluster.resource(virtualMachineInstances);
    const machines = Array.from({ length: count }, (_, index) =>
      checkMachine(computeNode, { gpu, image: gpuCheck.image, index }),
    );
    await Promise.all(
      machines.map((machine) =>
        tolerate(client.create(machine, { fieldManager: fieldManagers.operator }), isAlreadyExists),
      ),
    );
  }

  /** Idempotent: after a crash, the next run finds the same machines and the quarantine already written. */
  private async conclude(computeNode: ComputeNode, found: readonly Checked[]): Promise<void> {
    const { cluster, clock, gpuChecks, recorder } = this.operator;
    const { name, resourceVersion } = computeNode.metadata;
    const verdicts = eachGpuOnce(found);
    const quarantine = quarantineWith(computeNode, verdicts, clock.now());
    if (quarantine !== undefined) {
      const patch = { metadata: { resourceVersion }, spec: { quarantine } };
      await cluster
        .resource(computeNodes)
        .mergePatch({ name }, patch, { fieldManager: fieldManagers.operator });
    }
    const checked = await withReports(this.operator, verdicts);
    gpuChecks.add(name, { at: clock.now(), checked });
    const note = noteOf(checked);
    if (note !== undefined)
      void recorder.record(computeNode, {
        ...{ type: 'Warning', reason: catalogueReasons.quarantined, action: 'CheckedGPUs', note },
      });
  }

  private async clear({ name, machines }: Subject): Promise<void> {
    const client = this.operator.cluster.resource(virtualMachineInstances);
    await Promise.all(
      machines.map(({ metadata: { name: machine, uid } }) =>
        tolerate(client.delete({ name: machine, namespace: CHECKS_NAMESPACE }, { uid }), isNotFound),
      ),
    );
    for (const { metadata } of machines) this.pods.delete(metadata.uid ?? '');
    this.cleared.set(name, {
      at: this.operator.clock.now(),
      uids: new Set(machines.map(({ metadata }) => metadata.uid)),
    });
  }

  private requeue({ name, view }: Subject, step: CheckStep): Requeue | undefined {
    if (step.do === 'Wait' && step.until !== undefined)
      return { afterMs: Math.max(step.until.getTime() - this.operator.clock.now().getTime(), 0) };
    const isDue = view?.computeNode.status?.gpuCheck?.due !== undefined;
    const pauseMs = this.pauseMs(name);
    return isDue && pauseMs > 0 ? { afterMs: pauseMs } : undefined;
  }

  private pauseMs(name: string): number {
    const at = this.cleared.get(name)?.at;
    return at === undefined ? 0 : at.getTime() + PAUSE_MS - this.operator.clock.now().getTime();
  }
}

/** Returns the text of the event for a check; undefined if no GPU has failed. */
function noteOf(checked: readonly CheckedGPU[]): string | undefined {
  const failed = checked.filter(({ verdict }) => verdict === 'Failed');
  if (failed.length === 0) return undefined;
  const told = failed.flatMap(({ id, report: { message } = {} }) =>
    message === undefined ? (id ?? []) : `${id ?? 'unknown'} (${message})`,
  );
  const which = told.length > 0 ? `: ${told.join(', ')}` : '';
  return `${failed.length} of ${checked.length} GPUs failed the check and are not for sale until repaired${which}.`;
}
