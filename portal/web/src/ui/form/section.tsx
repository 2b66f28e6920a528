import { FormSection } from '@patternfly/react-core';
import type { ReactNode } from 'react';

export function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <FormSection title={title} titleElement="h2">
      {children}
    </FormSection>
  );
}
