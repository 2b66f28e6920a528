import type { ReactNode } from 'react';

const oneLine = { whiteSpace: 'nowrap' } as const;

/** Text that PatternFly would break in a narrow place, though it is short. */
export function OneLine({ children }: { readonly children: ReactNode }) {
  return <span style={oneLine}>{children}</span>;
}
