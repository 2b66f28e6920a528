import { catalogueReasons, conditionTypes, nodeStateAt } from '@gpulease/crds';
import { utcWords } from '@gpulease/kube';
import { conditionFound, type FoundCondition } from '../catalogue/status.ts';
import type { NodeView } from './node-view.ts';

/** The machines and disks on a node. */
export interface MachinesAndDisks {
  machines: number;
  /** Disks of stopped machines. */
  disks: number;
  /** When the last machine with notice is stopped; RFC 3339. */
  lastStopAt?: string | undefined;
}

const { yes, no } = conditionFound(conditionTypes.drained);

/** Returns whether work on the node may begin: no machine is on it. The work must preserve any disks that remain. */
export function drained(
  { computeNode, now }: NodeView,
  { machines, disks, lastStopAt }: MachinesAndDisks,
): FoundCondition {
  const { empty, disksRemain, draining, inUse } = catalogueReasons;
  if (machines === 0 && disks === 0) return yes(empty, 'No machine is on the node.');
  if (machines === 0) return yes(disksRemain, remaining(disks), { disks: `${disks}` });
  const reason = nodeStateAt(computeNode.spec, now) === 'Maintenance' ? draining : inUse;
  const count = machines === 1 ? '1 machine is' : `${machines} machines are`;
  const stop = lastStopAt === undefined ? '' : `; the last will be stopped at ${utcWords(lastStopAt, 19)}`;
  const others = disks === 0 ? '' : ` ${remaining(disks)}`;
  return no(reason, `${count} on the node${stop}.${others}`, {
    machines: `${machines}`,
    ...(disks > 0 && { disks: `${disks}` }),
    ...(lastStopAt !== undefined && { until: lastStopAt }),
  });
}

function remaining(disks: number): string {
  const whose =
    disks === 1 ? 'The disk of 1 stopped machine is' : `The disks of ${disks} stopped machines are`;
  return `${whose} on the node; do not wipe the host's storage.`;
}
