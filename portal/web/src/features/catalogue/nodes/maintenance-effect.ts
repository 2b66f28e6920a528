/** What the maintenance of a node does to the machines there. Pure. */
import type { Workload } from '@gpulease/contract/workloads';

export interface MaintenanceEffect {
  /** Machines that are stopped when the notice period is over. */
  readonly stopped: number;
  /** How many of them start again without their owner. */
  readonly automatic: number;
  /** How many of them have a paid term, whose downtime is credited. */
  readonly reserved: number;
  /** Machines that were to start on the node and go to another. */
  readonly moved: number;
  /** Stopped machines that have a place on the node until their term ends. */
  readonly kept: number;
  /** Whose machines are stopped; who has most comes first. */
  readonly owners: readonly Owner[];
}

export interface Owner {
  readonly user: string;
  readonly machines: number;
}

type Machine = Pick<Workload, 'status' | 'user' | 'resume' | 'pricing'>;

/** Sorts the workloads that are placed on a node by what becomes of them; what is stopping or being destroyed leaves anyway. */
export function maintenanceEffect(machines: readonly Machine[]): MaintenanceEffect {
  const inState = (...statuses: readonly Workload['status'][]) =>
    machines.filter(({ status }) => statuses.includes(status));
  const stopped = inState('STARTING', 'RUNNING');
  return {
    stopped: stopped.length,
    automatic: stopped.filter(({ resume }) => resume === 'AUTOMATIC').length,
    reserved: stopped.filter(({ pricing }) => pricing.mode === 'RESERVED').length,
    moved: inState('PENDING', 'SCHEDULED').length,
    kept: inState('STOPPED').length,
    owners: ownersOf(stopped),
  };
}

function ownersOf(machines: readonly Machine[]): Owner[] {
  const counts = new Map<string, number>();
  for (const { user } of machines) counts.set(user, (counts.get(user) ?? 0) + 1);
  const owners = [...counts].map(([user, count]) => ({ user, machines: count }));
  return owners.sort((a, b) => b.machines - a.machines || (a.user < b.user ? -1 : 1));
}
