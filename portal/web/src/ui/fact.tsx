import {
  DescriptionListDescription,
  DescriptionListGroup,
  DescriptionListTerm,
} from '@patternfly/react-core';
import type { ReactNode } from 'react';

interface FactProps {
  readonly term: string;
  readonly children: ReactNode;
}

/** One line of a description list: a term and its value, or a dash. */
export function Fact({ term, children }: FactProps) {
  return (
    <DescriptionListGroup>
      <DescriptionListTerm>{term}</DescriptionListTerm>
      <DescriptionListDescription>{children ?? '–'}</DescriptionListDescription>
    </DescriptionListGroup>
  );
}
