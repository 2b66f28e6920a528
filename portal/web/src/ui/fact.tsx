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

/** One line of a description list: what it is and its value, a dash when there is none. */
export function Fact({ term, children }: FactProps) {
  return (
    <DescriptionListGroup>
      <DescriptionListTerm>{term}</DescriptionListTerm>
      <DescriptionListDescription>{children ?? '–'}</DescriptionListDescription>
    </DescriptionListGroup>
  );
}
