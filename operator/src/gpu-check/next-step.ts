/** What to do about the check of a node's GPUs. Pure. */
import type { Checked } from './verdict.ts';

interface Situation {
  /** A check is due, and the region wants one. */
  isDue: boolean;
  /** How many machines the node could have for it: none where it may run nothing. */
  room: number;
  /** Those that there are. */
  machines: readonly Checked[];
  /** Some that were told to go are still there. */
  isClearing: boolean;
}

export type CheckStep =
  | { do: 'Wait'; until?: Date }
  | { do: 'Start'; count: number }
  /** Somebody else needs the place; the check is due as before. */
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
