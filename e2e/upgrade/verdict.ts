import { runsOf } from '../chaos/money.ts';
import type { Span } from '../chaos/renter.ts';
import type { Customer } from '../chaos/verdict.ts';

/** How long a machine may take to end that was asked to: a stop waits for an operator, and one hands over to another. */
const endingMs = 180_000;

/** Runs of a customer's machines that ended although nobody had asked for it: a machine that was restarted or lost. */
export async function endedUnasked({ session, machines }: Customer): Promise<string[]> {
  const found: string[] = [];
  for (const { user, name, breaks } of machines.values()) {
    const ends = (await runsOf(session, name)).map(({ to }) => to).filter((to) => to !== Infinity);
    const texts = unasked(ends, breaks).map((end) => new Date(end).toISOString());
    found.push(...texts.map((text) => `${user}/${name} ended unasked at ${text}`));
  }
  return found;
}

/** Ends for which there is no break of their own, in milliseconds since the epoch. */
function unasked(ends: readonly number[], breaks: readonly Span[]): number[] {
  const left = [...breaks];
  return ends.filter((end) => {
    const asked = left.findIndex(({ from, to }) => end >= from - 1 && end <= to + endingMs);
    if (asked >= 0) left.splice(asked, 1);
    return asked < 0;
  });
}
