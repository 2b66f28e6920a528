import { API_VERSION, finalizers, workloadSchema } from '@gpulease/crds';
import type { ComputeNode, Condition, Workload, WorkloadSpec, WorkloadStatus } from '@gpulease/crds';
import { objectKey, parseQuantity, setCondition } from '@gpulease/kube';
import type { ApiObject, Node, ObjectRef, Pod } from '@gpulease/kube';
import type { VirtualMachine } from '@gpulease/kube/kubevirt';
import { allocationOf } from '@gpulease/placement/workload-allocation';
import { nodeCapacity } from '../compute-node/capacity.ts';
import { Placer } from '@gpulease/placement/placer';
import {
  keepClaim,
  keepInstance,
  keepDisk,
  keepMachinePod,
  keepNode,
  keepVirtualMachine,
} from '../kept/kept.ts';
import type { WorkloadContext } from '../workload/context.ts';
import type { Idle } from '../idle/idle-watch.ts';
import { silentLogger } from '../runtime/logger.ts';
import { NewerObjects } from '../runtime/newer-objects.ts';
import { UnwrittenFindings } from '../unwritten-findings.ts';
import { Memory } from '../workload/memory.ts';
import { reconcileWorkload } from '../workload/reconcile.ts';
import { aNode, gpu, smallCatalogue, store } from './small-catalogue.ts';
import { SmallKubeVirt } from './small-kubevirt.ts';

export const SPOT_NOTICE_MS = 120_000;
export const DRAIN_WINDOW_MS = 1_800_000;
export const START = Date.parse('2026-01-01T00:00:00Z');

/** Number of steps that KubeVirt takes within seconds. */
const MOST_ACTS = 3;

/** Maximum number of reconciles in one `settle`; more are a loop. */
const MOST_ROUNDS = 400;
const MOST_ROUNDS_PER_WORKLOAD = 4;

/** Faults of the operator's writes. */
export type WriteFault = 'refused' | 'answer lost';

/**
 * A cluster in memory: the API server and KubeVirt as far as workloads are concerned, and the real operator on top, one
 * reconcile at a time. Its writes can fail, and it can die between any two of them.
 */
export class SmallWorld {
  readonly workloads = new Map<string, Workload>();
  readonly kubeVirt: SmallKubeVirt;
  /** Faults of the operator's next writes, in order. */
  readonly faults: WriteFault[] = [];
  /** Number of writes after which the operator dies. */
  diesAfter = Infinity;
  /** What the operator knows about the idle GPUs of workloads with an idle rule, by workload name. */
  readonly idle = new Map<string, Idle>();
  /** Called with each workload before and after each of the operator's status writes. */
  onStatus: (before: Workload, after: Workload) => void = () => undefined;
  /** Called after each step of KubeVirt. */
  onAct: () => void = () => undefined;
  placer: Placer;
  writes = 0;
  private readonly locality: 'Shared' | 'Node';
  private time = START;
  private version = 0;
  private isTenantSuspended = false;
  private readonly nodes = new Map<string, { computeNode: ComputeNode; node: Node }>();
  private readonly services = new Map<string, ApiObject>();
  private readonly queue = new Set<string>();
  private readonly due = new Map<string, number>();
  private context: WorkloadContext;

  /** `nodes` is the number of GPUs of each node. `locality` is where disks lie; local disks soon fill up the nodes. */
  constructor(nodes: Record<string, number>, locality: 'Shared' | 'Node' = 'Shared') {
    this.locality = locality;
    this.kubeVirt = new SmallKubeVirt(
      () => this.now,
      (name) => this.isNodeUp(name),
    );
    for (const [name, gpus] of Object.entries(nodes)) {
      this.nodes.set(name, aNode(name, gpus, locality === 'Node' ? '300Gi' : undefined));
    }
    this.placer = this.newPlacer();
    this.context = this.newContext();
  }

  get now(): Date {
    return new Date(this.time);
  }

  create(name: string, spec: Partial<WorkloadSpec>): void {
    if (this.workloads.has(keyOf(name))) return;
    this.put({
      apiVersion: API_VERSION,
      kind: 'Workload',
      metadata: {
        name,
        namespace: 'u-mei',
        uid: `uid-${name}-${this.version}`,
        generation: 1,
        creationTimestamp: this.now.toISOString(),
      },
      spec: {
        type: 'VirtualMachine',
        sku: 'a100-1',
        skuQuantity: 1,
        image: 'ubuntu',
        rootDiskSize: '100Gi',
        region: 'east',
        pricing: { policy: 'hourly' },
        powerState: 'Running',
        resume: 'Manual',
        ...spec,
      },
    });
  }

  change(name: string, spec: Partial<WorkloadSpec>): void {
    this.update(name, (workload) => ({
      ...workload,
      metadata: { ...workload.metadata, generation: (workload.metadata.generation ?? 0) + 1 },
      spec: { ...workload.spec, ...spec },
    }));
  }

  /** Writes the verdict of billing, after billing has settled the runs it has seen. */
  fund(name: string, verdict: Pick<Condition, 'status' | 'reason'>, fundedUntil?: string): void {
    this.update(name, (workload) => {
      const change = { type: 'Funded', message: 'Says billing.', ...verdict };
      const conditions = [...setCondition(workload.status?.conditions ?? [], change, this.now)];
      const billing = { ...settlementOf(workload.status), ...(fundedUntil !== undefined && { fundedUntil }) };
      return { ...workload, status: { ...workload.status, conditions, billing } };
    });
  }

  /** Settles every run that has ended, as billing does. */
  settleRuns(name: string): void {
    const { status } = this.workloads.get(keyOf(name)) ?? {};
    const settled = settlementOf(status);
    if (settled.settledRun === status?.billing?.settledRun) return;
    this.update(name, (workload) => {
      const billing = { ...workload.status?.billing, ...settled };
      return { ...workload, status: { ...workload.status, billing } };
    });
  }

  destroy(name: string): void {
    this.update(name, (workload) => withDeletion(workload, this.now));
  }

  suspendTenant(isSuspended: boolean): void {
    this.isTenantSuspended = isSuspended;
    for (const key of this.workloads.keys()) this.queue.add(key);
  }

  setNodeState(name: string, state: ComputeNode['spec']['state']): void {
    const known = this.node(name);
    const spec = { ...known.computeNode.spec, state };
    this.nodes.set(name, { ...known, computeNode: { ...known.computeNode, spec } });
    this.nodeChanged(name);
  }

  setNodeUp(name: string, isUp: boolean): void {
    if (this.isNodeUp(name) === isUp) return;
    const known = this.node(name);
    const ready = {
      type: 'Ready',
      status: isUp ? 'True' : 'Unknown',
      lastTransitionTime: this.now.toISOString(),
    };
    const status = { ...known.node.status, conditions: [ready] };
    this.nodes.set(name, { ...known, node: { ...known.node, status } as Node });
    this.nodeChanged(name);
  }

  isNodeUp(name: string): boolean {
    return this.node(name).node.status?.conditions?.[0]?.status === 'True';
  }

  nodeNames(): string[] {
    return [...this.nodes.keys()];
  }

  /** Returns the storage of a node for disks, in bytes. */
  storageOf(name: string): number {
    return parseQuantity(this.node(name).computeNode.spec.resources.storage);
  }

  gpusOf(name: string): number {
    return this.node(name).computeNode.spec.resources.gpus?.count ?? 0;
  }

  /** Lets another operator take over, which knows only what is written. */
  restartOperator(): void {
    this.diesAfter = Infinity;
    this.faults.length = 0;
    this.queue.clear();
    this.due.clear();
    this.placer = this.newPlacer();
    this.context = this.newContext();
  }

  /** Lets the operator work until its queue is empty or it dies. */
  async settle(): Promise<void> {
    const failed = new Set<string>();
    const most = MOST_ROUNDS + this.workloads.size * MOST_ROUNDS_PER_WORKLOAD;
    for (let round = 0; round < most; round += 1) {
      const [key] = this.queue;
      if (key === undefined || this.diesAfter <= 0) {
        for (const one of failed) this.queue.add(one);
        return;
      }
      this.queue.delete(key);
      await this.reconcile(key).catch((error: unknown) => {
        if (isOurs(error)) throw error;
        failed.add(key);
      });
    }
    throw new Error(`The operator does not come to rest: ${[...this.queue].join(', ')}`);
  }

  /** Lets KubeVirt advance every machine by one step. */
  act(): void {
    this.kubeVirt.act();
    this.onAct();
    for (const key of this.workloads.keys()) this.queue.add(key);
  }

  /** Advances the time and runs whatever becomes due. */
  async pass(milliseconds: number): Promise<void> {
    const end = this.time + milliseconds;
    for (let step = 0; step < MOST_ACTS && this.time + 1000 < end; step += 1) {
      this.time += 1000;
      this.act();
      await this.settle();
    }
    for (let step = 0; step < 20; step += 1) {
      const [next] = [...this.due.entries()].sort(([, a], [, b]) => a - b);
      if (next === undefined || next[1] > end) break;
      this.time = Math.max(this.time, next[1]);
      this.due.delete(next[0]);
      this.queue.add(next[0]);
      this.act();
      await this.settle();
    }
    this.time = end;
    for (const [key, at] of this.due) if (at <= end) this.queue.add(key);
    this.act();
    await this.settle();
  }

  private async reconcile(key: string): Promise<void> {
    this.due.delete(key);
    const requeue = await reconcileWorkload(key, this.context);
    if (requeue !== undefined) this.due.set(key, this.time + requeue.afterMs);
  }

  private node(name: string) {
    const known = this.nodes.get(name);
    if (known === undefined) throw new Error(`There is no node ${name}`);
    return known;
  }

  private nodeChanged(name: string): void {
    this.tellOfNode(this.placer, name);
    for (const [key, { status }] of this.workloads) if (status?.placed?.node === name) this.queue.add(key);
  }

  private tellOfNode(placer: Placer, name: string): void {
    placer.setNode(nodeCapacity({ ...this.node(name), now: this.now, gpu: gpu as never }));
  }

  private update(name: string, change: (workload: Workload) => Workload): void {
    const present = this.workloads.get(keyOf(name));
    if (present !== undefined) this.put(change(present));
  }

  /** Stores a workload as the API server does, and notifies the operator. */
  private put(workload: Workload): Workload {
    this.version += 1;
    const stored = {
      ...workload,
      metadata: { ...workload.metadata, resourceVersion: String(this.version) },
    };
    const key = objectKey(stored.metadata);
    this.queue.add(key);
    const { deletionTimestamp, finalizers: left = [] } = stored.metadata;
    if (deletionTimestamp !== undefined && !left.includes(finalizers.workload)) {
      this.workloads.delete(key);
      this.placer.forget(key);
      return stored;
    }
    this.workloads.set(key, stored);
    this.observe(this.placer, stored);
    return stored;
  }

  private observe(placer: Placer, workload: Workload): void {
    const { metadata, spec } = workload;
    const isSpot = spec.pricing.policy === 'spot';
    placer.observe(
      objectKey(metadata),
      metadata.resourceVersion ?? '0',
      allocationOf(workload, { spot: isSpot }),
    );
  }

  private newPlacer(): Placer {
    const wake = (key: string): void => void this.queue.add(key);
    const timing = { spotNoticeMs: SPOT_NOTICE_MS, drainWindowMs: DRAIN_WINDOW_MS };
    const placer = new Placer({ wake, clock: { now: () => this.now }, ...timing });
    for (const name of this.nodes.keys()) this.tellOfNode(placer, name);
    for (const workload of this.workloads.values()) this.observe(placer, workload);
    for (const key of this.workloads.keys()) this.queue.add(key);
    return placer;
  }

  /** Performs one of the operator's writes, which may fail. */
  private write<T>(act: () => T): Promise<T> {
    if (this.diesAfter <= 0) return Promise.reject(new Error('The operator is dead'));
    this.diesAfter -= 1;
    this.writes += 1;
    const fault = this.faults.shift();
    if (fault === 'refused') return Promise.reject(new Error('The API server is overloaded'));
    const result = act();
    return fault === undefined ? Promise.resolve(result) : Promise.reject(new Error('The connection broke'));
  }

  private newContext(): WorkloadContext {
    const recorder = { record: () => Promise.resolve() };
    const clock = { now: () => this.now, monotonic: () => this.time, after: () => () => undefined };
    return {
      caches: this.caches(),
      workloads: this.workloadClient(),
      children: this.children(),
      placer: this.placer,
      startOutcomes: new UnwrittenFindings(),
      recorder,
      clock,
      observe: (workload: Workload) => this.observe(this.placer, workload),
      memory: new Memory(clock),
      idleWatch: { of: ({ metadata }: Workload) => this.idle.get(metadata.name) },
      precededUntil: () => undefined,
      metricsFrom: [],
      leftAlone: new NewerObjects(workloadSchema, recorder),
      logger: silentLogger,
    } as unknown as WorkloadContext;
  }

  private workloadClient() {
    return {
      mergePatch: (ref: ObjectRef, patch: { metadata: object }) =>
        this.write(() => {
          const present = this.present(ref);
          return this.put({ ...present, metadata: { ...present.metadata, ...patch.metadata } });
        }),
      applyStatus: (application: Workload) => this.write(() => this.applyStatus(application)),
      delete: (ref: ObjectRef) => this.write(() => this.put(withDeletion(this.present(ref), this.now))),
      find: (ref: ObjectRef) => Promise.resolve(this.workloads.get(objectKey(ref))),
      get: (ref: ObjectRef) => Promise.resolve(this.present(ref)),
      jsonPatch: (ref: ObjectRef) => this.write(() => this.withoutFinalizer(ref)),
    };
  }

  private withoutFinalizer(ref: ObjectRef): Workload {
    const present = this.present(ref);
    return this.put({ ...present, metadata: { ...present.metadata, finalizers: [finalizers.billing] } });
  }

  /** Replaces the operator's fields and keeps those of billing. */
  private applyStatus({ metadata, status = {} }: Workload): Workload {
    const present = this.present(metadata);
    if (present.metadata.resourceVersion !== metadata.resourceVersion) throw new Error('Conflict');
    const funded = (present.status?.conditions ?? []).filter(({ type }) => type === 'Funded');
    const conditions = [...(status.conditions ?? []), ...funded];
    const { billing } = present.status ?? {};
    const merged: WorkloadStatus = { ...status, conditions, ...(billing && { billing }) };
    const after = { ...present, status: merged };
    this.onStatus(present, after);
    return this.put(after);
  }

  private present(ref: ObjectRef): Workload {
    const present = this.workloads.get(objectKey(ref));
    if (present === undefined) throw new Error('Not found');
    return present;
  }

  private children() {
    const plain = {
      ensure: (actual: ApiObject | undefined, wanted: ApiObject) =>
        actual === undefined
          ? this.write(() => {
              this.services.set(objectKey(wanted.metadata), wanted);
              return wanted;
            })
          : Promise.resolve(actual),
      remove: (actual: ApiObject | undefined) =>
        actual === undefined
          ? Promise.resolve()
          : this.write(() => void this.services.delete(objectKey(actual.metadata))),
      removeUnseen: () => Promise.resolve(),
    };
    const nothing = { ensure: (actual: unknown) => Promise.resolve(actual), remove: () => Promise.resolve() };
    const virtualMachines = {
      ensure: (actual: VirtualMachine | undefined, wanted: VirtualMachine) => {
        const { deletionTimestamp } = actual?.metadata ?? {};
        const isThere = JSON.stringify(actual?.spec) === JSON.stringify(wanted.spec);
        if (actual !== undefined && (isThere || deletionTimestamp !== undefined))
          return Promise.resolve(actual);
        return this.write(() => this.kubeVirt.put(wanted));
      },
      patchStatus: (actual: VirtualMachine) => Promise.resolve(actual),
      patch: (actual: VirtualMachine, { spec }: { spec: object }) =>
        this.write(() => this.kubeVirt.put({ ...actual, spec: { ...actual.spec, ...spec } })),
      remove: (actual: VirtualMachine | undefined) =>
        actual === undefined
          ? Promise.resolve()
          : this.write(() => this.kubeVirt.delete(actual.metadata.name)),
    };
    return {
      virtualMachines,
      powerOff: ({ metadata }: VirtualMachine) => this.write(() => this.kubeVirt.powerOff(metadata.name)),
      services: plain,
      networkPolicies: nothing,
      ingresses: nothing,
      dataVolumes: nothing,
      secrets: plain,
    };
  }

  private caches() {
    const made = ({ name }: ObjectRef) => this.kubeVirt.of(name);
    const tenant = () => ({
      metadata: { name: 'mei' },
      spec: { username: 'mei', state: this.isTenantSuspended ? 'Suspended' : 'Active' },
    });
    return {
      workloads: { get: (ref: ObjectRef) => this.workloads.get(objectKey(ref)), remember: () => undefined },
      workloadsBy: () => [],
      missingSoftware: () => [],
      kubeVirt: () => undefined,
      cdiConfig: () => undefined,
      // Reduced like the operator's own caches, so that nothing is read that those drop.
      virtualMachines: { get: (ref: ObjectRef) => kept(made(ref)?.vm, keepVirtualMachine) },
      machines: store((ref) => kept(made(ref)?.machine, keepInstance)),
      pods: { store: { byIndex: (_: string, key: string) => this.podsOf(key).map(keepMachinePod) } },
      claims: { get: (ref: ObjectRef) => kept(this.diskNamed(ref)?.claim, keepClaim) },
      storageClasses: store(() => undefined),
      dataVolumes: store((ref) => kept(this.diskNamed(ref)?.disk, keepDisk)),
      services: { get: (ref: ObjectRef) => this.services.get(objectKey(ref)) },
      networkPolicies: { get: () => undefined },
      ingresses: { get: () => undefined },
      tenants: { store: { byIndex: () => [tenant()] } },
      ...smallCatalogue,
      regions: store((ref) => this.region(ref)),
      computeNodes: {
        store: {
          get: ({ name }: ObjectRef) => this.nodes.get(name)?.computeNode,
          byIndex: (_: string, name: string) => [this.node(name).computeNode],
        },
      },
      nodes: store(({ name }) => kept(this.nodes.get(name)?.node, keepNode)),
    };
  }

  private diskNamed({ name }: ObjectRef) {
    return this.kubeVirt.of(name.replace(/-root$/, ''));
  }

  private region(ref: ObjectRef): object {
    const known = smallCatalogue.regions.store.get(ref) as { spec: object };
    return { ...known, spec: { ...known.spec, storage: { locality: this.locality } } };
  }

  private podsOf(key: string): Pod[] {
    return this.kubeVirt.all().flatMap(([, { vm, pod }]) => {
      const name = vm.metadata.labels?.['gpulease.dev/workload'] ?? '';
      return pod !== undefined && keyOf(name) === key ? [pod] : [];
    });
  }
}

/** Returns a settlement up to the newest run that has ended. */
function settlementOf(status: WorkloadStatus | undefined): { settledRun?: string } {
  const newest = status?.runs?.findLast(({ stoppedAt }) => stoppedAt !== undefined);
  return newest === undefined ? {} : { settledRun: newest.id };
}

/** Whether the error is a bug in the operator or in this world, not an injected fault. */
function isOurs(error: unknown): boolean {
  const errors: unknown[] = error instanceof AggregateError ? error.errors : [error];
  return errors.some((one) => one instanceof TypeError);
}

export function keyOf(name: string): string {
  return `u-mei/${name}`;
}

function withDeletion(workload: Workload, now: Date): Workload {
  const deletionTimestamp = workload.metadata.deletionTimestamp ?? now.toISOString();
  return { ...workload, metadata: { ...workload.metadata, deletionTimestamp } };
}

function kept<T, Kept>(object: T | undefined, keep: (object: T) => Kept): Kept | undefined {
  return object === undefined ? undefined : keep(object);
}
