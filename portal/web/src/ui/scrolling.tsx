import type { ReactNode } from 'react';

/** Room for a table within a card: long ones scroll, wide ones on phones, also by keyboard. */
export function Scrolling({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div role="region" tabIndex={0} aria-label={label} style={{ overflow: 'auto', maxBlockSize: '20rem' }}>
      {children}
    </div>
  );
}
