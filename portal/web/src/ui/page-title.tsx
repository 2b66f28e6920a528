import { Title } from '@patternfly/react-core';
import { createContext, useEffect } from 'react';

const PRODUCT = 'GPULease';

export const TabTitle = createContext<string | undefined>(undefined);

/** Names the browser's tab after the page. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${PRODUCT}`;
  }, [title]);
}

/** The heading of a page, which is also the title of the browser's tab. */
export function PageTitle({ children }: { readonly children: string }) {
  useTitle(children);
  return (
    <Title headingLevel="h1" size="2xl">
      {children}
    </Title>
  );
}
