import type { ReactNode } from 'react';

/** Scrolls a long or wide table within a card, also by keyboard. */
export function Scrolling({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div role="region" tabIndex={0} aria-label={label} style={{ overflow: 'auto', maxBlockSize: '20rem' }}>
      {children}
    </div>
  );
}
