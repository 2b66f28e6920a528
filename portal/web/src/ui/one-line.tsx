import type { ReactNode } from 'react';

const oneLine = { whiteSpace: 'nowrap' } as const;

/** Text that PatternFly would break in a narrow place, though it is short. */
export function OneLine({ children }: { readonly children: ReactNode }) {
  return <span style={oneLine}>{children}</span>;
}

/** Longer names would have a table scroll sideways on a laptop. */
const LONGEST = 20;

/** A name, or what begins with one: not broken at its hyphens unless it is long. */
export function Name({ children }: { readonly children: string }) {
  return children.length <= LONGEST ? <OneLine>{children}</OneLine> : children;
}
