import type { ReactNode } from 'react';

interface ScrollingProps {
  readonly label: string;
  readonly children: ReactNode;
}

/** Room for a table within a card: long ones scroll, wide ones on phones, also by keyboard. */
export function Scrolling({ label, children }: ScrollingProps) {
  return (
    <div role="region" tabIndex={0} aria-label={label} style={{ overflow: 'auto', maxBlockSize: '20rem' }}>
      {children}
    </div>
  );
}
