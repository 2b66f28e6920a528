/** The current time and the notice that Spot machines get, in milliseconds. */
export interface Timing {
  now: number;
  spotNoticeMs: number;
}

/** Returns the milliseconds from the notice until the capacity is certainly free: a Spot machine has as long again to stop. */
export function spotLead({ spotNoticeMs }: Timing): number {
  return 2 * spotNoticeMs;
}

/** Returns how long a Spot machine must be able to stay where it starts, in milliseconds. */
export function spotStay(timing: Timing): number {
  return 2 * spotLead(timing);
}
