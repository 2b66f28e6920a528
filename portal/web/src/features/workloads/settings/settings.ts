import type { SessionConsole } from '@gpulease/contract/enums';
import type { Workload } from '@gpulease/contract/workloads';

/** What an owner may change of a machine after it was ordered. */
export type Setting = 'ports' | 'http' | 'authorizedKeys' | 'resume';

const GONE: readonly Workload['status'][] = ['DESTROYING', 'DESTROYED'];

/** Whether the console offers to change settings: to the owner, of what is in the cluster and stays there. */
export function isChangeable(console: SessionConsole, { uid, status }: Workload): boolean {
  return console === 'user' && uid !== null && !GONE.includes(status);
}
