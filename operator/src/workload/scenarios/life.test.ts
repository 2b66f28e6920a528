import { describe, expect, it } from '@jest/globals';
import { resumableHalts } from '@gpulease/crds';
import type { Run, Workload, WorkloadPhase, WorkloadSpec } from '@gpulease/crds';
import fc from 'fast-check';
import type { VirtualMachine } from '@gpulease/kube/kubevirt';
import { parseQuantity } from '@gpulease/kube';
import { nodeOf, podOf, type Treatment } from '../../testing/small-kubevirt.ts';
import { SELECTED_NODE } from '../disk/disk-node.ts';
import { SPOT_NOTICE_MS, START, SmallWorld, keyOf } from '../../testing/small-world.ts';

const MINUTE_MS = 60_000;
const NODES = { n1: 2, n2: 2 };
const NAMES = ['a', 'b', 'c', 'd', 'e'];

/** An event, and whether the operator handles it before the next one. */
interface Event {
  prompt: boolean;
  what: string;
  happen: (world: SmallWorld) => void | Promise<void>;
}

const name = fc.constantFrom(...NAMES);
const node = fc.constantFrom(...Object.keys(NODES));

function at(minutes: number): string {
  return new Date(START + minutes * MINUTE_MS).toISOString();
}

/** Bookings are for the third hour; other reserved terms begin at once. */
const specs: Record<string, Partial<WorkloadSpec>> = {
  'on demand': {},
  'on demand, resumes': { resume: 'Automatic' },
  'two GPUs': { skuQuantity: 2, rootDiskSize: '200Gi' },
  spot: { pricing: { policy: 'spot' } },
  'spot, resumes': { pricing: { policy: 'spot' }, resume: 'Automatic' },
  'large spot': { pricing: { policy: 'spot' }, skuQuantity: 2, rootDiskSize: '200Gi' },
  'spot, destroyed': { pricing: { policy: 'spot' }, interruption: 'Destroy' },
  reserved: { pricing: { policy: 'monthly', quantity: 1 } },
  booked: { pricing: { policy: 'monthly', quantity: 1 }, reservation: { startTime: at(120) } },
  'booked, large': {
    pricing: { policy: 'monthly', quantity: 1 },
    reservation: { startTime: at(120) },
    skuQuantity: 2,
    rootDiskSize: '200Gi',
  },
};

/** Reserved terms end after four hours. */
function accept(world: SmallWorld, workload: string): void {
  const isReserved = world.workloads.get(keyOf(workload))?.spec.pricing.policy === 'monthly';
  const isOver = isReserved && world.now.getTime() >= START + 240 * MINUTE_MS;
  if (isOver) world.fund(workload, { status: 'False', reason: 'TermEnded' });
  else world.fund(workload, { status: 'True', reason: 'OrderAccepted' }, isReserved ? at(240) : undefined);
}

/** Events of one workload. */
const toWorkloads: Record<string, (world: SmallWorld, workload: string) => void> = {
  funded: accept,
  settled: (world, one) => world.settleRuns(one),
  'out of funds': (world, one) => world.fund(one, { status: 'False', reason: 'InsufficientFunds' }),
  'funded for three minutes': (world, one) => {
    const until = new Date(world.now.getTime() + 3 * MINUTE_MS).toISOString();
    world.fund(one, { status: 'True', reason: 'OrderAccepted' }, until);
  },
  'switched off': (world, one) => world.change(one, { powerState: 'Stopped' }),
  'switched on': (world, one) => world.change(one, { powerState: 'Running' }),
  restarted: (world, one) => world.change(one, { restartedAt: world.now.toISOString() }),
  'restarted, by a clock that is an hour ahead': (world, one) =>
    world.change(one, { restartedAt: new Date(world.now.getTime() + 60 * MINUTE_MS).toISOString() }),
  frozen: (world, one) => world.change(one, { freeze: { reason: 'Abuse.' } }),
  thawed: (world, one) => world.change(one, { freeze: undefined }),
  'to run on n1': (world, one) => world.change(one, { placement: { nodeName: 'n1' } }),
  'to run on n2': (world, one) => world.change(one, { placement: { nodeName: 'n2' } }),
  'to run anywhere': (world, one) => world.change(one, { placement: undefined }),
  destroyed: (world, one) => world.destroy(one),
  'powered off': (world, one) => endMachine(world, one, 'Succeeded'),
  crashed: (world, one) => endMachine(world, one, 'Failed'),
  silent: (world, one) => answer(world, one, false),
  answering: (world, one) => answer(world, one, true),
};

function answer(world: SmallWorld, workload: string, isAnswering: boolean): void {
  const child = world.workloads.get(keyOf(workload))?.status?.virtualMachine;
  if (child !== undefined) world.kubeVirt.answer(child, isAnswering);
}

function endMachine(world: SmallWorld, workload: string, phase: 'Succeeded' | 'Failed'): void {
  const child = world.workloads.get(keyOf(workload))?.status?.virtualMachine;
  if (child !== undefined) world.kubeVirt.end(child, phase);
}

const toWorld: Record<string, (world: SmallWorld) => void | Promise<void>> = {
  'tenant suspended': (world) => world.suspendTenant(true),
  'tenant active': (world) => world.suspendTenant(false),
  'KubeVirt acts': (world) => world.act(),
  'a write is refused': (world) => void world.faults.push('refused'),
  'an answer is lost': (world) => void world.faults.push('answer lost'),
  'operator dies at once': (world) => void (world.diesAfter = 0),
  'operator dies after a write': (world) => void (world.diesAfter = 1),
};

const toNodes: Record<string, (world: SmallWorld, one: string) => void> = {
  lost: (world, one) => world.setNodeUp(one, false),
  back: (world, one) => world.setNodeUp(one, true),
  'in maintenance': (world, one) => world.setNodeState(one, 'Maintenance'),
  active: (world, one) => world.setNodeState(one, 'Active'),
  'full of others': (world, one) => void world.kubeVirt.treatments.set(one, 'has no room for them'),
  'rid of others': (world, one) => void world.kubeVirt.treatments.delete(one),
};

const prompt = fc.boolean();

const creation = fc
  .record({ prompt, name, kind: fc.constantFrom(...Object.keys(specs)) })
  .map(({ name: one, kind, ...rest }): Event => ({
    ...rest,
    what: `${one} is created, ${kind}`,
    happen: (world) => {
      world.create(one, specs[kind] ?? {});
      accept(world, one);
    },
  }));
const toWorkload = fc
  .record({ prompt, name, fate: fc.constantFrom(...Object.keys(toWorkloads)) })
  .map(({ name: one, fate, ...rest }): Event => ({
    ...rest,
    what: `${one} is ${fate}`,
    happen: (world) => toWorkloads[fate]?.(world, one),
  }));
const toNode = fc
  .record({ prompt, node, fate: fc.constantFrom(...Object.keys(toNodes)) })
  .map(({ node: one, fate, ...rest }): Event => ({
    ...rest,
    what: `${one} is ${fate}`,
    happen: (world) => toNodes[fate]?.(world, one),
  }));
const toAll = fc
  .record({ prompt, fate: fc.constantFrom(...Object.keys(toWorld)) })
  .map(({ fate, ...rest }): Event => ({ ...rest, what: fate, happen: (world) => toWorld[fate]?.(world) }));
const passing = fc
  .record({ prompt, seconds: fc.constantFrom(1, 5, 40, 130, 400, 1200, 5400) })
  .map(({ seconds, ...rest }): Event => ({
    ...rest,
    what: `${seconds} s pass`,
    happen: (world) => world.pass(seconds * 1000),
  }));

const restart: Event = {
  prompt: true,
  what: 'another operator takes over',
  happen: (world) => world.restartOperator(),
};

const history = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: creation },
    { weight: 4, arbitrary: toWorkload },
    { weight: 1, arbitrary: toNode },
    { weight: 2, arbitrary: toAll },
    { weight: 1, arbitrary: fc.constant(restart) },
    { weight: 5, arbitrary: passing },
  ),
  { minLength: 5, maxLength: 60 },
);

describe('the life of workloads, for any events in any order', () => {
  it('keeps all invariants', async () => {
    await fc.assert(
      fc.asyncProperty(history, fc.constantFrom('Shared', 'Node'), async (events, locality) => {
        const story = new Story(locality);
        for (const event of events) await story.go(event);
        await story.end();
      }),
      { numRuns: Number(process.env.RUNS ?? 150), seed: Number(process.env.SEED ?? 1), endOnFailure: false },
    );
  }, 600_000);
});

describe('a machine that is stopped while its first instance is starting', () => {
  it.each<[end: string, happen: (world: SmallWorld) => void]>([
    ['stopped', (world) => world.change('a', { powerState: 'Stopped' })],
    ['destroyed', (world) => world.destroy('a')],
  ])('keeps its place until KubeVirt has seen that instance end, too, if it is %s', async (_, happen) => {
    const world = new SmallWorld({ n1: 1 });
    world.create('a', {});
    accept(world, 'a');
    await world.settle();
    world.act();
    expect(world.kubeVirt.all().map(([, made]) => [made.pod, made.unseen?.pod])).toEqual([
      [undefined, expect.anything()],
    ]);

    happen(world);
    await world.settle();
    expect(world.workloads.get(keyOf('a'))?.status?.placed).toBeDefined();
    await world.pass(MINUTE_MS);
    expect(world.workloads.get(keyOf('a'))?.status?.placed).toBeUndefined();
  });
});

describe('a guest that crashes repeatedly', () => {
  const crash = (world: SmallWorld) => endMachine(world, 'a', 'Failed');
  const phase = (world: SmallWorld) => world.workloads.get(keyOf('a'))?.status?.phase;
  const runs = (world: SmallWorld) => world.workloads.get(keyOf('a'))?.status?.runs ?? [];

  async function running(): Promise<SmallWorld> {
    const world = new SmallWorld(NODES);
    world.create('a', {});
    accept(world, 'a');
    await world.pass(MINUTE_MS);
    expect(phase(world)).toBe('Running');
    return world;
  }

  it('fails at the third crash, even if billing settles every run as soon as it has ended', async () => {
    const world = await running();
    for (let crashes = 1; crashes <= 3; crashes += 1) {
      expect(phase(world)).toBe('Running');
      crash(world);
      await world.pass(20_000);
      world.settleRuns('a');
      await world.pass(MINUTE_MS);
    }
    expect(world.workloads.get(keyOf('a'))?.status).toMatchObject({ phase: 'Failed', reason: 'CrashLoop' });
  });

  it('keeps running if its crashes are far apart, and its ledger stays short', async () => {
    const world = await running();
    for (let crashes = 0; crashes < 20; crashes += 1) {
      crash(world);
      await world.pass(6 * MINUTE_MS);
      world.settleRuns('a');
    }
    expect(phase(world)).toBe('Running');
    expect(runs(world).length).toBeLessThan(12);
  });

  it('waits for billing once 64 of its runs are not settled, and continues automatically once they are', async () => {
    const world = await running();
    for (let crashes = 0; crashes < 80; crashes += 1) {
      crash(world);
      await world.pass(6 * MINUTE_MS);
    }
    expect(runs(world).length).toBe(64);
    const waiting = { phase: 'Pending', reason: 'WaitingForSettlement' };
    expect(world.workloads.get(keyOf('a'))?.status).toMatchObject(waiting);
    world.settleRuns('a');
    await world.pass(MINUTE_MS);
    expect(phase(world)).toBe('Running');
  });
});

describe('a Spot machine whose disk is local', () => {
  it('is not interrupted for an order that has no room beside that disk', async () => {
    const world = new SmallWorld({ n1: 2 }, 'Node');
    const order = async (one: string, spec: Partial<WorkloadSpec>) => {
      world.create(one, spec);
      accept(world, one);
      await world.pass(MINUTE_MS);
    };
    await order('a', { pricing: { policy: 'spot' } });
    await order('b', {});
    world.change('b', { powerState: 'Stopped' });
    await order('c', { skuQuantity: 2, rootDiskSize: '200Gi' });
    await world.pass(10 * MINUTE_MS);
    const statusOf = (one: string) => world.workloads.get(keyOf(one))?.status;
    expect(statusOf('a')).toMatchObject({ phase: 'Running', reason: 'Running' });
    expect(statusOf('b')).toMatchObject({ phase: 'Stopped', diskNode: 'n1' });
    expect(statusOf('c')).toMatchObject({ phase: 'Pending', reason: 'NoCapacity' });
  });
});

describe('a node that has room only according to the catalogue', () => {
  async function order(world: SmallWorld, workload: string): Promise<void> {
    world.create(workload, {});
    accept(world, workload);
    await world.pass(5 * MINUTE_MS);
  }

  it.each<[Treatment, minutes: number]>([
    ['has no room for them', 0],
    ['never starts them', 15],
  ])('and %s is avoided once a start has failed there', async (treatment, minutes) => {
    const world = new SmallWorld({ n1: 2, n2: 4 });
    const places: Record<string, (string | undefined)[]> = { a: [], b: [] };
    world.onStatus = (_, { metadata, status }) => {
      if (status?.phase === 'Starting') places[metadata.name]?.push(status.placed?.node);
    };
    world.kubeVirt.treatments.set('n1', treatment);
    await order(world, 'a');
    await world.pass(minutes * MINUTE_MS);
    world.change('a', { restartedAt: world.now.toISOString() });
    await world.pass(5 * MINUTE_MS);
    await order(world, 'b');
    expect([...new Set(places.a)]).toEqual(['n1', 'n2']);
    expect([...new Set(places.b)]).toEqual(['n2']);
    for (const one of ['a', 'b']) expect(world.workloads.get(keyOf(one))?.status?.phase).toBe('Running');
  });
});

/** A world and its invariants. */
class Story {
  private readonly world: SmallWorld;
  private readonly ledgers = new Map<string, Run[]>();
  private readonly told: string[] = [];
  private readonly isOnNodes: boolean;
  /** The invariant that a write of the operator broke; thrown during the write, it would only look like a failed write. */
  private broken: unknown;

  constructor(locality: 'Shared' | 'Node') {
    this.told.push(`Disks are ${locality}`);
    this.isOnNodes = locality === 'Node';
    this.world = new SmallWorld(NODES, locality);
    this.world.onStatus = (before, after) => {
      this.told.push(`  ${this.world.now.toISOString()} ${inShort(before)} → ${inShort(after)}`);
      this.note(() => {
        mayBeLifted(before, after);
        this.mayBeNoticed(before, after);
        this.isTrueToLedger(after);
      });
    };
    this.world.onAct = () =>
      this.note(() => {
        this.givesNoGpuTwice();
        if (this.isOnNodes) this.keepsDisks();
      });
  }

  async go({ what, prompt: isPrompt, happen }: Event): Promise<void> {
    this.told.push(`${this.world.now.toISOString().slice(11, 19)} ${what}${isPrompt ? '' : ' …'}`);
    try {
      await happen(this.world);
      if (isPrompt) await this.world.settle();
      this.isWhole();
    } catch (error) {
      throw this.inWords(error);
    }
  }

  /** Checks that everything settles once no more events happen. */
  async end(): Promise<void> {
    const { world } = this;
    world.restartOperator();
    world.kubeVirt.treatments.clear();
    for (const one of world.nodeNames()) {
      world.setNodeUp(one, true);
      world.setNodeState(one, 'Active');
    }
    try {
      await this.comeToRest();
      for (const workload of world.workloads.values()) isSettled(workload);
      this.isWhole();
      this.hasTrueLedger();
    } catch (error) {
      throw this.inWords(error);
    }
  }

  /** Waits until nothing is written, although KubeVirt has had time to react. */
  private async comeToRest(): Promise<void> {
    const { world } = this;
    await world.pass(240 * MINUTE_MS);
    for (let round = 0, still = 0; still < 4; round += 1) {
      const { writes } = world;
      await world.pass(16 * MINUTE_MS);
      still = world.writes === writes ? still + 1 : 0;
      if (round > 30) throw new Error('It does not come to rest');
    }
  }

  private note(check: () => void): void {
    try {
      check();
    } catch (error) {
      this.broken ??= error;
    }
  }

  private isWhole(): void {
    if (this.broken instanceof Error) throw this.broken;
    this.givesNoGpuTwice();
  }

  private inWords(error: unknown): Error {
    return new Error(`${this.told.join('\n')}\n${error instanceof Error ? error.message : String(error)}`);
  }

  /** Checks the machines that KubeVirt runs, and the places that statuses record as in use. */
  private givesNoGpuTwice(): void {
    const { world } = this;
    const running = world.kubeVirt.all().filter(([, made]) => podOf(made) !== undefined);
    const placed = [...world.workloads.values()].filter((one) => one.status?.placed !== undefined);
    const inUse = placed.filter(({ status }) => status?.phase !== 'Pending' && status?.phase !== 'Stopped');
    const firm = placed.filter(({ spec }) => spec.pricing.policy === 'hourly');
    for (const one of world.nodeNames()) {
      const ofRunning = running.filter(([, made]) => nodeOf(made) === one);
      const devices = ofRunning.flatMap(([, { vm }]) => vm.spec.template.spec?.domain.devices.gpus ?? []);
      expect(devices.length).toBeLessThanOrEqual(world.gpusOf(one));
      for (const holders of [inUse, firm]) {
        const there = holders.filter(({ status }) => status?.placed?.node === one);
        const gpus = there.reduce((sum, { spec }) => sum + spec.skuQuantity, 0);
        expect(gpus).toBeLessThanOrEqual(world.gpusOf(one));
      }
    }
  }

  /** With local disks, a machine runs where its disk is, and all disks have room. */
  private keepsDisks(): void {
    const made = this.world.kubeVirt.all().map(([, one]) => one);
    const disks = made.map(({ claim }) => claim?.metadata.annotations?.[SELECTED_NODE]);
    made.forEach((one, index) => {
      if (podOf(one)?.spec?.nodeName !== undefined) expect(nodeOf(one)).toBe(disks[index]);
    });
    for (const name of this.world.nodeNames()) {
      const there = made.filter((_, index) => disks[index] === name);
      const bytes = there.reduce((sum, one) => sum + sizeOfDisk(one.vm), 0);
      expect(bytes).toBeLessThanOrEqual(this.world.storageOf(name));
    }
  }

  /** A claim exists before its notice, and the notice is honored. */
  private mayBeNoticed(before: Workload, after: Workload): void {
    if (isNoticed(after) && !isNoticed(before)) {
      expect(this.claimsOn(after.status?.placed?.node)).not.toEqual([]);
    }
    if (isInterrupted(after) && !isInterrupted(before)) this.hasKeptNotice(before, after);
  }

  private claimsOn(one: string | undefined): Workload[] {
    return [...this.world.workloads.values()].filter(
      ({ status, spec }) =>
        spec.pricing.policy !== 'spot' && status?.phase === 'Pending' && status.placed?.node === one,
    );
  }

  private hasKeptNotice({ spec, status = {} }: Workload, after: Workload): void {
    const { noticedAt = '', stopAt = '' } = status.interruption ?? {};
    expect(spec.pricing.policy).toBe('spot');
    expect(Date.parse(stopAt) - Date.parse(noticedAt)).toBe(SPOT_NOTICE_MS);
    expect(this.world.now.getTime()).toBeGreaterThanOrEqual(Date.parse(stopAt));
    const open = status.runs?.find(({ stoppedAt }) => stoppedAt === undefined);
    if (open === undefined) return;
    const stoppedAt = laterOf(noticedAt, open.startedAt);
    expect(after.status?.runs).toContainEqual(expect.objectContaining({ id: open.id, stoppedAt }));
  }

  /** Recorded runs never change until they are settled, at most one run is open, and no two overlap. */
  private isTrueToLedger({ metadata, status }: Workload): void {
    const uid = metadata.uid ?? '';
    const runs = status?.runs ?? [];
    const before = this.ledgers.get(uid) ?? [];
    const settled = before.findIndex(({ id }) => id === status?.billing?.settledRun);
    before.forEach((known, index) => {
      const now = runs.find(({ id }) => id === known.id);
      if (now !== undefined || index >= settled) expect(now).toMatchObject(known);
    });
    this.ledgers.set(uid, runs);
    expect(new Set(runs.map(({ id }) => id)).size).toBe(runs.length);
    expect(runs.filter(({ stoppedAt }) => stoppedAt === undefined).length).toBeLessThanOrEqual(1);
    runs.slice(1).forEach(({ startedAt }, index) => {
      expect(Date.parse(startedAt)).toBeGreaterThanOrEqual(Date.parse(runs[index]?.stoppedAt ?? ''));
    });
    const isOn = status?.phase === 'Running' || status?.phase === 'Starting';
    if (!isOn) expect(runs.filter(({ stoppedAt }) => stoppedAt === undefined)).toEqual([]);
  }

  /** The placer holds exactly what the statuses record, and they record every local disk. */
  private hasTrueLedger(): void {
    const { world } = this;
    const written = [...world.workloads.values()].flatMap(({ metadata, status }) => {
      const on = status?.placed?.node ?? status?.diskNode;
      return on === undefined ? [] : [`${keyOf(metadata.name)} on ${on}`];
    });
    const held = world
      .nodeNames()
      .flatMap((one) => world.placer.occupancyOf(one).allocations())
      .map(({ workload, node: on }) => `${workload} on ${on}`);
    expect(held.sort()).toEqual(written.sort());
    const disks = world.kubeVirt.all().filter(([, { claim }]) => this.isOnNodes && claim !== undefined);
    const known = [...world.workloads.values()].filter(({ status }) => status?.diskNode !== undefined);
    expect(known.length).toBe(disks.length);
  }
}

function sizeOfDisk({ spec }: VirtualMachine): number {
  const { storage } = (spec.dataVolumeTemplates?.[0]?.spec.storage?.resources?.requests ?? {}) as {
    storage?: string;
  };
  return parseQuantity(storage ?? 0);
}

function isNoticed({ status }: Workload): boolean {
  return status?.interruption?.reason === 'Spot';
}

function isInterrupted({ status }: Workload): boolean {
  return status?.phase === 'Stopping' && status.halt?.reason === 'Spot';
}

function laterOf(one: string, other: string): string {
  return one > other ? one : other;
}

function inShort({ metadata, status }: Workload): string {
  const runs = (status?.runs ?? []).map(({ startedAt, stoppedAt = '' }) => `${startedAt}/${stoppedAt}`);
  const { phase, reason, placed } = status ?? {};
  return [metadata.name, phase, reason, placed?.node, ...runs].join(' ');
}

/** Nothing restarts without a request: only the owner lifts a halt, or `resume: Automatic` if the halt is resumable. */
function mayBeLifted({ spec, status }: Workload, after: Workload): void {
  const halt = status?.halt;
  if (halt === undefined || after.status?.halt !== undefined) return;
  const isAsked = spec.restartedAt !== status?.restartedAt && isLater(spec.restartedAt, halt.at);
  const resumable: string[] = Object.values(resumableHalts);
  const isStandingWish = spec.resume === 'Automatic' && resumable.includes(halt.reason);
  expect(isAsked || isStandingWish || spec.powerState === 'Stopped').toBe(true);
}

function isLater(one: string | undefined, other: string): boolean {
  return one !== undefined && Date.parse(one) > Date.parse(other);
}

const SETTLED: (WorkloadPhase | undefined)[] = ['Pending', 'Running', 'Stopped', 'Failed', 'Destroyed'];

function isSettled({ metadata, spec, status }: Workload): void {
  expect(SETTLED).toContain(status?.phase);
  expect(status?.reason).not.toBe('AwaitingSpot');
  expect(status?.interruption).toBeUndefined();
  expect(metadata.deletionTimestamp).toBeUndefined();
  const isOn = status?.phase === 'Running';
  if (isOn) expect(spec.powerState).toBe('Running');
  const open = (status?.runs ?? []).filter(({ stoppedAt }) => stoppedAt === undefined);
  expect(open.length).toBe(isOn ? 1 : 0);
}
