import {
  DescriptionListDescription,
  DescriptionListGroup,
  DescriptionListTerm,
} from '@patternfly/react-core';
import type { ReactNode } from 'react';

/** One line of a description list: a term and its value, or a dash. */
export function Fact({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return (
    <DescriptionListGroup>
      <DescriptionListTerm>{term}</DescriptionListTerm>
      <DescriptionListDescription>{children ?? '–'}</DescriptionListDescription>
    </DescriptionListGroup>
  );
}
