import { findCondition } from '@gpulease/kube';
import { phaseOf } from '@gpulease/crds';
import type { Clock } from '@gpulease/kube';
import { isLeftStopped } from '../kubevirt/virtual-machine.ts';
import type { KeptInstance } from '../kept/kept.ts';
import { StatusThrottle } from '../runtime/status-throttle.ts';
import { isTransient, type Failure } from './causes/cause.ts';
import type { Scope, SyncFailure } from './scope.ts';

/** How long a start must look lost: for a moment every start does, until KubeVirt sees the instance that it has made. */
const LOST_MS = 30_000;

/** Usually temporary errors are reported after they have lasted this long. */
const PERSISTENT_MS = 30_000;

/** The memory about one workload. */
interface Note {
  /** The instance that was last seen to go. */
  gone?: { uid: string; at: Date } | undefined;
  /** What kept its instance from starting when that was last told. */
  syncFailure?: { uid: string | undefined; failure: SyncFailure } | undefined;
  /** Since when its start has looked lost. */
  lostSince?: Date | undefined;
  /** Since when it has met errors that usually pass by themselves. */
  failingSince?: Date | undefined;
}

/** A workload by its key, at a moment. */
type Moment = Pick<Scope, 'key' | 'now'>;

/** Remembers facts about workloads between reconciliations. It is empty after the operator starts. */
export class Memory {
  /** When the status of each was last written. */
  readonly throttle: StatusThrottle;
  private readonly notes = new Map<string, Note>();

  constructor(clock: Clock) {
    this.throttle = new StatusThrottle(clock);
  }

  noteGone(key: string, uid: string, at: Date): void {
    this.put(key, 'gone', { uid, at });
  }

  /** When the instance was seen to go; undefined if it went while this operator did not watch yet. */
  goneAt(key: string, uid: string): Date | undefined {
    const gone = this.notes.get(key)?.gone;
    return gone?.uid === uid ? gone.at : undefined;
  }

  /**
   * What keeps the instance from starting; undefined while nothing is known to be wrong with it. virt-handler tries several
   * times a second, and takes its failure back for a moment each time; so an instance that it has in hand keeps its last
   * failure until it runs.
   */
  syncFailureOf({ key, machine }: Pick<Scope, 'key' | 'machine'>): SyncFailure | undefined {
    const uid = machine?.metadata.uid;
    const failure = syncFailureIn(machine) ?? this.lastSyncFailure(key, machine);
    this.put(key, 'syncFailure', failure && { uid, failure });
    return failure;
  }

  /**
   * When the machine of a lost start has to be switched off for another one; undefined while nothing is wrong with this
   * one. virt-controller asks for an instance once when a machine is switched on again, and if it does not get it, it
   * leaves the machine stopped for good.
   */
  lostStartDueAt(scope: Scope): Date | undefined {
    const since = this.since('lostSince', isLost(scope), scope);
    return since && new Date(since.getTime() + LOST_MS);
  }

  isLostStartDue(scope: Scope): boolean {
    const at = this.lostStartDueAt(scope);
    return at !== undefined && at <= scope.now;
  }

  /** Those of the failures that are to be told: refusals at once, other errors when they persist. */
  told(failures: readonly Failure[], moment: Moment): Failure[] {
    const since = this.since('failingSince', failures.some(isTransient), moment);
    const persist = since !== undefined && moment.now.getTime() - since.getTime() >= PERSISTENT_MS;
    return failures.filter((failure) => persist || !isTransient(failure));
  }

  forget(key: string): void {
    this.notes.delete(key);
    this.throttle.forget(key);
  }

  private lastSyncFailure(key: string, machine: KeptInstance | undefined): SyncFailure | undefined {
    if (machine?.status?.phase !== 'Scheduled') return undefined;
    const last = this.notes.get(key)?.syncFailure;
    return last?.uid === machine.metadata.uid ? last?.failure : undefined;
  }

  private since(what: 'lostSince' | 'failingSince', isSo: boolean, { key, now }: Moment): Date | undefined {
    return this.put(key, what, isSo ? (this.notes.get(key)?.[what] ?? now) : undefined);
  }

  /** Most workloads leave nothing to remember, and take no room. */
  private put<What extends keyof Note>(key: string, what: What, value: Note[What]): Note[What] {
    const note = this.notes.get(key);
    if (note !== undefined) note[what] = value;
    else if (value !== undefined) this.notes.set(key, { [what]: value });
    return value;
  }
}

function syncFailureIn(machine: KeptInstance | undefined): SyncFailure | undefined {
  const synchronized = findCondition(machine?.status?.conditions, 'Synchronized');
  return synchronized?.status === 'False' ? synchronized : undefined;
}

function isLost({ workload, virtualMachine, machine, pods }: Scope): boolean {
  if (phaseOf(workload) !== 'Starting' || machine !== undefined || pods.length > 0) return false;
  return virtualMachine !== undefined && isLeftStopped(virtualMachine);
}
