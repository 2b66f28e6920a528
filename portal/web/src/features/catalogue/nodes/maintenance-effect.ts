/** The effect of a node's maintenance on its machines. Pure. */
import type { Workload } from '@gpulease/contract/workloads';
import {
  isStoppedByMaintenance,
  startAfterStop,
  waitsForEndOfMaintenance,
  type StartAfterStop,
} from '../../workloads/maintenance-outcome.ts';

type Machine = Pick<Workload, 'status' | 'user' | 'resume' | 'pricing' | 'diskOnNode'>;

/** Counts the workloads of a node that stop, start again, move and stay. Ignores those that already stop or are destroyed. */
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
    /** Reserved ones among the stopped. Their downtime is credited. */
    reserved: stopped.filter(({ pricing }) => pricing.mode === 'RESERVED').length,
    moved: inState('PENDING', 'SCHEDULED').length,
    /** They keep their place on the node until their term ends. */
    kept: inState('STOPPED').length,
    owners: ownersOf(stopped),
  };
}

/** Owners by number of machines, highest first. */
function ownersOf(machines: readonly Machine[]) {
  return [...Map.groupBy(machines, ({ user }) => user)]
    .map(([user, { length }]) => ({ user, machines: length }))
    .sort((a, b) => b.machines - a.machines || (a.user < b.user ? -1 : 1));
}

/** Progress of a node's maintenance. Excludes machines that already run elsewhere. */
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
