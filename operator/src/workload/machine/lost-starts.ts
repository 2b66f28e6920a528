import { phaseOf } from '@gpulease/crds';
import { isLeftStopped } from '../../kubevirt/virtual-machine.ts';
import type { Scope } from '../scope.ts';

/** How long a start must look lost: for a moment every start does, until KubeVirt sees the instance that it has made. */
const LOST_MS = 30_000;

/**
 * The starts that came to nothing. virt-controller asks for an instance once when a machine is switched on again, and if it
 * does not get it, it leaves the machine stopped for good; so the machine has to be switched off and on once more.
 */
export class LostStarts {
  private readonly since = new Map<string, number>();

  /** When the workload's machine has to be switched off for another start; undefined while nothing is wrong with this one. */
  dueAt(scope: Scope): Date | undefined {
    if (!isLost(scope)) {
      this.since.delete(scope.key);
      return undefined;
    }
    const since = this.since.get(scope.key) ?? scope.now.getTime();
    this.since.set(scope.key, since);
    return new Date(since + LOST_MS);
  }

  isDue(scope: Scope): boolean {
    const at = this.dueAt(scope);
    return at !== undefined && at <= scope.now;
  }

  forget(key: string): void {
    this.since.delete(key);
  }
}

function isLost({ workload, virtualMachine, machine, pods }: Scope): boolean {
  if (phaseOf(workload) !== 'Starting' || machine !== undefined || pods.length > 0) return false;
  return virtualMachine !== undefined && isLeftStopped(virtualMachine);
}
