import { findCondition } from '@gpulease/kube';
import { phaseOf } from '@gpulease/crds';
import type { Clock } from '@gpulease/kube';
import { isLeftStopped } from '../kubevirt/virtual-machine.ts';
import type { KeptInstance } from '../kept/kept.ts';
import { StatusThrottle } from '../runtime/status-throttle.ts';
import { isTransient, type Failure } from './causes/cause.ts';
import type { Scope, SyncFailure } from './scope.ts';

/** How long a start must look lost: every start does briefly, until KubeVirt sees the instance that it created. */
const LOST_MS = 30_000;

/** How long usually temporary errors must last before they are reported. */
const PERSISTENT_MS = 30_000;

/** Facts remembered about one workload. */
interface Note {
  /** The instance that disappeared last. */
  gone?: { uid: string; at: Date } | undefined;
  /** What last kept its instance from starting, as reported by KubeVirt. */
  syncFailure?: { uid: string | undefined; failure: SyncFailure } | undefined;
  /** When its start began to look lost. */
  lostSince?: Date | undefined;
  /** When errors that usually resolve themselves began. */
  failingSince?: Date | undefined;
}

/** A workload by its key, at a moment. */
type Moment = Pick<Scope, 'key' | 'now'>;

/** Remembers facts about workloads between reconciliations. It is empty after the operator starts. */
export class Memory {
  /** Tracks when the status of each workload was last written. */
  readonly throttle: StatusThrottle;
  private readonly notes = new Map<string, Note>();

  constructor(clock: Clock) {
    this.throttle = new StatusThrottle(clock);
  }

  noteGone(key: string, uid: string, at: Date): void {
    this.put(key, 'gone', { uid, at });
  }

  /** Returns when the instance disappeared; undefined if that was before this operator began to watch. */
  goneAt(key: string, uid: string): Date | undefined {
    const gone = this.notes.get(key)?.gone;
    return gone?.uid === uid ? gone.at : undefined;
  }

  /**
   * Returns what keeps the instance from starting; undefined if no failure is known. virt-handler retries several times a
   * second and clears its failure briefly each time, so an instance that it handles keeps its last failure until it runs.
   */
  syncFailureOf({ key, machine }: Pick<Scope, 'key' | 'machine'>): SyncFailure | undefined {
    const uid = machine?.metadata.uid;
    const failure = syncFailureIn(machine) ?? this.lastSyncFailure(key, machine);
    this.put(key, 'syncFailure', failure && { uid, failure });
    return failure;
  }

  /**
   * Returns when to switch off the machine of a lost start for another attempt; undefined if the start does not look lost.
   * virt-controller requests an instance only once when a machine is switched on again. If it gets none, it leaves the
   * machine stopped.
   */
  lostStartDueAt(scope: Scope): Date | undefined {
    const since = this.since('lostSince', isLost(scope), scope);
    return since && new Date(since.getTime() + LOST_MS);
  }

  isLostStartDue(scope: Scope): boolean {
    const at = this.lostStartDueAt(scope);
    return at !== undefined && at <= scope.now;
  }

  /** Returns the failures to report: refusals at once, other errors once they persist. */
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

  /** Creates no entry for a workload without facts, which most are. */
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
