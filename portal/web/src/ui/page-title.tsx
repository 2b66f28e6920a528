import { Title } from '@patternfly/react-core';
import { createContext, useEffect } from 'react';

const PRODUCT = 'GPULease';

export const TabTitle = createContext<string | undefined>(undefined);

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${PRODUCT}`;
  }, [title]);
}

export function PageTitle({ children }: { readonly children: string }) {
  useTitle(children);
  return (
    <Title headingLevel="h1" size="2xl">
      {children}
    </Title>
  );
}
