import type { ReactNode } from 'react';

const oneLine = { whiteSpace: 'nowrap' } as const;

/** Keeps a short text on one line that PatternFly would break. */
export function OneLine({ children }: { readonly children: ReactNode }) {
  return <span style={oneLine}>{children}</span>;
}

/** Longer unbroken names would make a table scroll sideways on a laptop. */
const LONGEST = 20;

/** A name, or a text that starts with one. Only long names break at hyphens. */
export function Name({ children }: { readonly children: string }) {
  return children.length <= LONGEST ? <OneLine>{children}</OneLine> : children;
}
