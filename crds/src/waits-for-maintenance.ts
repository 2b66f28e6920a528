import type { Workload } from './v1alpha1/workload.ts';

/** Whether planned maintenance has stopped a machine that starts by itself when the maintenance is over. */
export function waitsForMaintenance({ status }: Pick<Workload, 'status'>): boolean {
  return status?.halt?.resume === 'Automatic';
}
