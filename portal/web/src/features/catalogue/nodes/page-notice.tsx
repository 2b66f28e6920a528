import { Alert, StackItem } from '@patternfly/react-core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export interface PageNoticeProps {
  readonly variant: 'info' | 'warning';
  readonly title: string;
  readonly actionLinks?: ReactNode;
  readonly children?: ReactNode;
}

/** Something above a page's content that waits for an operator. */
export function PageNotice({ variant, ...rest }: PageNoticeProps) {
  const { t } = useTranslation();
  return (
    <StackItem>
      <Alert isInline variant={variant} variantLabel={t(`toast.${variant}`)} {...rest} />
    </StackItem>
  );
}
