import type { KeptInstance } from '../../kept/kept.ts';
import type { SyncFailure } from '../scope.ts';

/** A Workload by its key, and its instance. */
interface Seen {
  readonly key: string;
  readonly machine: KeptInstance | undefined;
}

/**
 * What keeps each instance from starting. virt-handler tries several times a second, and takes its failure back for a moment
 * each time; so an instance that it has in hand keeps its last failure until it runs.
 */
export class SyncFailures {
  private readonly last = new Map<string, { uid: string | undefined; failure: SyncFailure }>();

  /** Undefined while nothing is known to be wrong with the instance. */
  of({ key, machine }: Seen): SyncFailure | undefined {
    const uid = machine?.metadata.uid;
    const failure = failureOf(machine) ?? this.lastOf(key, machine);
    if (failure === undefined) this.last.delete(key);
    else this.last.set(key, { uid, failure });
    return failure;
  }

  forget(key: string): void {
    this.last.delete(key);
  }

  private lastOf(key: string, machine: Seen['machine']): SyncFailure | undefined {
    if (machine?.status?.phase !== 'Scheduled') return undefined;
    const last = this.last.get(key);
    return last?.uid === machine.metadata.uid ? last?.failure : undefined;
  }
}

function failureOf(machine: KeptInstance | undefined): SyncFailure | undefined {
  const synchronized = machine?.status?.conditions?.find(({ type }) => type === 'Synchronized');
  return synchronized?.status === 'False' ? synchronized : undefined;
}
