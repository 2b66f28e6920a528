/** The present moment and the notice that Spot machines get, in milliseconds. */
export interface Timing {
  now: number;
  spotNoticeMs: number;
}

/** From the notice until its capacity can be counted on: a Spot machine has as long again to be gone. */
export function spotLead({ spotNoticeMs }: Timing): number {
  return 2 * spotNoticeMs;
}

/** How long a Spot machine must be able to stay where it starts, in milliseconds. */
export function spotStay(timing: Timing): number {
  return 2 * spotLead(timing);
}
