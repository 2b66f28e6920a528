import { runsOf } from '../chaos/money.ts';
import type { Span } from '../chaos/renter.ts';
import type { Customer } from '../chaos/verdict.ts';

/** Time that a requested stop may take, including the handover from one operator to another. */
const endingMs = 180_000;

/** Returns runs of a customer's machines that ended without a request, because the machine was restarted or lost. */
export async function endedUnasked({ session, machines }: Customer): Promise<string[]> {
  const found: string[] = [];
  for (const { user, name, breaks } of machines.values()) {
    const ends = (await runsOf(session, name)).map(({ to }) => to).filter((to) => to !== Infinity);
    const texts = unasked(ends, breaks).map((end) => new Date(end).toISOString());
    found.push(...texts.map((text) => `${user}/${name} ended unasked at ${text}`));
  }
  return found;
}

/** Returns the ends without a corresponding break, in milliseconds since the epoch. */
function unasked(ends: readonly number[], breaks: readonly Span[]): number[] {
  const left = [...breaks];
  return ends.filter((end) => {
    const asked = left.findIndex(({ from, to }) => end >= from - 1 && end <= to + endingMs);
    if (asked >= 0) left.splice(asked, 1);
    return asked < 0;
  });
}
