/** The effect of a node's maintenance on its machines. Pure. */
import type { Workload } from '@gpulease/contract/workloads';
import {
  isStoppedByMaintenance,
  startAfterStop,
  waitsForEndOfMaintenance,
  type StartAfterStop,
} from '../../workloads/maintenance-fate.ts';

type Machine = Pick<Workload, 'status' | 'user' | 'resume' | 'pricing' | 'diskOnNode'>;

/** How many workloads of a node stop, start again, move and stay. Those that stop or are destroyed anyway are none of them. */
export function maintenanceEffect(machines: readonly Machine[], startsAfterwards: boolean) {
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
    /** Of the stopped; their downtime is credited. */
    reserved: stopped.filter(({ pricing }) => pricing.mode === 'RESERVED').length,
    moved: inState('PENDING', 'SCHEDULED').length,
    /** They keep their place on the node until their term ends. */
    kept: inState('STOPPED').length,
    owners: ownersOf(stopped),
  };
}

/** Those with most machines come first. */
function ownersOf(machines: readonly Machine[]) {
  return [...Map.groupBy(machines, ({ user }) => user)]
    .map(([user, { length }]) => ({ user, machines: length }))
    .sort((a, b) => b.machines - a.machines || (a.user < b.user ? -1 : 1));
}

/** How far the maintenance of a node is with its machines. Those that run elsewhere by now are none of them. */
export function maintenanceProgress(
  machines: readonly Pick<Workload, 'status' | 'reason' | 'allowedActions'>[],
) {
  const stopped = machines.filter(isStoppedByMaintenance);
  const left = machines.filter(({ status }) => ['STARTING', 'RUNNING', 'STOPPING'].includes(status));
  return {
    stopped: stopped.length,
    total: stopped.length + left.length,
    waiting: stopped.filter(waitsForEndOfMaintenance).length,
  };
}
