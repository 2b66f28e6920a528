import type { SessionConsole } from '@gpulease/contract/enums';
import type { Workload } from '@gpulease/contract/workloads';

/** What tells a workload from all others of a console; names are each customer's own. */
export function nameIn(console: SessionConsole): (workload: Workload) => string {
  return ({ user, name }) => (console === 'admin' ? `${user}/${name}` : name);
}
