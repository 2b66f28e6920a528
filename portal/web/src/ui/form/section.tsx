import { FormSection } from '@patternfly/react-core';
import type { ReactNode } from 'react';

interface SectionProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A part of a form. */
export function Section({ title, children }: SectionProps) {
  return (
    <FormSection title={title} titleElement="h2">
      {children}
    </FormSection>
  );
}
