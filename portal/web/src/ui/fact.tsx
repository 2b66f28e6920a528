import {
  DescriptionListDescription,
  DescriptionListGroup,
  DescriptionListTerm,
} from '@patternfly/react-core';
import type { ReactNode } from 'react';
import { Money } from './money.tsx';

/** One line of a description list: a term and its value, or a dash. */
export function Fact({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return (
    <DescriptionListGroup>
      <DescriptionListTerm>{term}</DescriptionListTerm>
      <DescriptionListDescription>{children ?? '–'}</DescriptionListDescription>
    </DescriptionListGroup>
  );
}

export function MoneyFact({ term, amount }: { readonly term: string; readonly amount: string }) {
  return (
    <Fact term={term}>
      <Money amount={amount} />
    </Fact>
  );
}
