/** The effect of a node's maintenance on its machines. Pure. */
import type { Workload } from '@gpulease/contract/workloads';
import {
  isStoppedByMaintenance,
  startAfterStop,
  waitsForEndOfMaintenance,
  type StartAfterStop,
} from '../../workloads/maintenance-fate.ts';

export interface MaintenanceEffect {
  /** Machines that are stopped after the notice period. */
  readonly stopped: number;
  /** How many of them start again, and when. */
  readonly starts: Readonly<Record<StartAfterStop, number>>;
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

type Machine = Pick<Workload, 'status' | 'user' | 'resume' | 'pricing' | 'diskOnNode'>;

/**
 * Groups the workloads of a node by what happens to them. Those that are stopping or being destroyed leave anyway.
 * `startsAfterwards`: the maintenance starts afterwards what it stops.
 */
export function maintenanceEffect(
  machines: readonly Machine[],
  startsAfterwards: boolean,
): MaintenanceEffect {
  const inState = (...statuses: readonly Workload['status'][]) =>
    machines.filter(({ status }) => statuses.includes(status));
  const stopped = inState('STARTING', 'RUNNING');
  const starting = (when: StartAfterStop) =>
    stopped.filter((machine) => startAfterStop(machine, startsAfterwards) === when).length;
  return {
    stopped: stopped.length,
    starts: {
      elsewhere: starting('elsewhere'),
      afterwards: starting('afterwards'),
      never: starting('never'),
    },
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

interface Progress {
  /** Machines that the maintenance has stopped. */
  readonly stopped: number;
  /** These, and those that it has yet to stop. */
  readonly total: number;
  /** Stopped machines that start when it is over. */
  readonly waiting: number;
}

/** How far the maintenance of a node is with its machines. Those that run elsewhere by now are none of them. */
export function maintenanceProgress(
  machines: readonly Pick<Workload, 'status' | 'reason' | 'allowedActions'>[],
): Progress {
  const stopped = machines.filter(isStoppedByMaintenance);
  const left = machines.filter(({ status }) => ['STARTING', 'RUNNING', 'STOPPING'].includes(status));
  return {
    stopped: stopped.length,
    total: stopped.length + left.length,
    waiting: stopped.filter(waitsForEndOfMaintenance).length,
  };
}
