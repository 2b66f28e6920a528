import {
  EmptyState,
  EmptyStateActions,
  EmptyStateBody,
  EmptyStateFooter,
  type EmptyStateProps,
} from '@patternfly/react-core';
import type { ReactNode } from 'react';

interface EmptyProps extends Pick<EmptyStateProps, 'headingLevel' | 'icon' | 'status' | 'variant'> {
  readonly title: string;
  readonly body: ReactNode;
  readonly actions?: ReactNode;
}

/** Replaces missing content with an explanation and what the user can do. */
export function Empty({ title, body, actions, headingLevel = 'h2', ...props }: EmptyProps) {
  return (
    <EmptyState titleText={title} headingLevel={headingLevel} {...props}>
      <EmptyStateBody>{body}</EmptyStateBody>
      {actions && (
        <EmptyStateFooter>
          <EmptyStateActions>{actions}</EmptyStateActions>
        </EmptyStateFooter>
      )}
    </EmptyState>
  );
}
