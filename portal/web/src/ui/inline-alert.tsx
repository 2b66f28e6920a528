import { Alert, type AlertProps } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';

interface InlineAlertProps extends Omit<AlertProps, 'isInline' | 'variantLabel'> {
  readonly variant: 'success' | 'danger' | 'warning' | 'info';
}

/** A message within a page or form. Screen readers name its kind in the reader's language. */
export function InlineAlert({ variant, ...props }: InlineAlertProps) {
  const { t } = useTranslation();
  return <Alert isInline variant={variant} variantLabel={t(`toast.${variant}`)} {...props} />;
}
