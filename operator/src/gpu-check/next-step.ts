/** Decides the next step in the check of a node's GPUs. Pure. */
import type { Checked } from './verdict.ts';

interface Situation {
  /** A check is due, and the pause after the previous one is over. */
  isDue: boolean;
  /** How many check machines the node can run. */
  room: number;
  /** Existing check machines. */
  machines: readonly Checked[];
  /** Deleted check machines still exist. */
  isClearing: boolean;
}

export type CheckStep =
  | { do: 'Wait'; until?: Date }
  | { do: 'Start'; count: number }
  /** A customer needs the room; the check stays due. */
  | { do: 'GiveWay' }
  | { do: 'Finish' };

export function nextStep({ isDue, room, machines, isClearing }: Situation): CheckStep {
  if (machines.length === 0)
    return isDue && room > 0 && !isClearing ? { do: 'Start', count: room } : { do: 'Wait' };
  if (room < machines.length) return { do: 'GiveWay' };
  const open = machines.filter(({ verdict }) => verdict === undefined);
  if (open.length === 0) return { do: 'Finish' };
  const deadlines = open.map(({ deadline }) => deadline.getTime());
  return { do: 'Wait', until: new Date(Math.min(...deadlines)) };
}
