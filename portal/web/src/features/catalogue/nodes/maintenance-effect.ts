/** The effect of a node's maintenance on its machines. Pure. */
import type { Workload } from '@gpulease/contract/workloads';

export interface MaintenanceEffect {
  /** Machines that are stopped after the notice period. */
  readonly stopped: number;
  /** How many of them start again automatically. */
  readonly automatic: number;
  /** How many of them have a reserved term, whose downtime is credited. */
  readonly reserved: number;
  /** Machines that were to start on the node and move to another one. */
  readonly moved: number;
  /** Stopped machines that keep their place on the node until their term ends. */
  readonly kept: number;
  /** The owners of the stopped machines; those with most machines come first. */
  readonly owners: readonly Owner[];
}

export interface Owner {
  readonly user: string;
  readonly machines: number;
}

type Machine = Pick<Workload, 'status' | 'user' | 'resume' | 'pricing'>;

/** Groups the workloads of a node by what happens to them. Those that are stopping or being destroyed leave anyway. */
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
