import { StackItem } from '@patternfly/react-core';
import type { ReactNode } from 'react';
import { InlineAlert } from '../../../ui/inline-alert.tsx';

export interface PageNoticeProps {
  readonly variant: 'info' | 'warning';
  readonly title: string;
  readonly actionLinks?: ReactNode;
  readonly children?: ReactNode;
}

/** A message above a page's content that asks the operator to act. */
export function PageNotice(props: PageNoticeProps) {
  return (
    <StackItem>
      <InlineAlert {...props} />
    </StackItem>
  );
}
