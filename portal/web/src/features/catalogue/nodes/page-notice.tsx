import { Alert, StackItem } from '@patternfly/react-core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export interface PageNoticeProps {
  readonly variant: 'info' | 'warning';
  readonly title: string;
  readonly actionLinks?: ReactNode;
  readonly children?: ReactNode;
}

/** A message above a page's content that asks the operator to act. */
export function PageNotice({ variant, ...rest }: PageNoticeProps) {
  const { t } = useTranslation();
  return (
    <StackItem>
      <Alert isInline variant={variant} variantLabel={t(`toast.${variant}`)} {...rest} />
    </StackItem>
  );
}
