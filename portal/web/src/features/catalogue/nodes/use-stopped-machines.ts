import { useWholeList } from '../../../api/whole-list.ts';

const stopped = { status: 'STOPPED', reason: 'Maintenance' } as const;

/** The machines that a node's maintenance stopped and nobody has started since; undefined while loading. */
export function useStoppedMachines(node: string) {
  const { data } = useWholeList('listAllWorkloads', { node, ...stopped });
  return data?.filter(({ status }) => status === 'STOPPED');
}

/** The list of them, of one node or of all. */
export function stoppedMachinesPath(node?: string): string {
  return `/admin/workloads?${new URLSearchParams({ ...(node && { node }), ...stopped }).toString()}`;
}
