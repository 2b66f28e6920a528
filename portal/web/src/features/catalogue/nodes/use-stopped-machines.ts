import { useWholeList } from '../../../api/whole-list.ts';
import { waitsForEndOfMaintenance } from '../../workloads/maintenance-fate.ts';

const stopped = { status: 'STOPPED', reason: 'Maintenance' } as const;

/** The machines that a node's maintenance stopped, that nobody has started since and that do not start by themselves; undefined while loading. */
export function useStoppedMachines(node: string) {
  const { data } = useWholeList('listAllWorkloads', { node, ...stopped });
  return data?.filter((machine) => machine.status === 'STOPPED' && !waitsForEndOfMaintenance(machine));
}

/** The list of them, of one node or of all. */
export function stoppedMachinesPath(node?: string): string {
  return `/admin/workloads?${new URLSearchParams({ ...(node && { node }), ...stopped }).toString()}`;
}
