import { displayAmount } from '@gpulease/contract/money';
import { Alert } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { failureText, type Failure } from '../api/failure.ts';
import { useLanguage } from '../i18n/i18n.ts';
import { TextLink } from '../ui/links.tsx';
import { useMoneyDisplay } from '../ui/money.tsx';
import { RequestId } from '../ui/request-id.tsx';

interface FailureAlertProps {
  readonly failure: Failure;
  /** What failed, as the headline; the catalogue's sentence is then below it. */
  readonly title?: string | undefined;
}

/** A failure in place: the catalogue's sentence and the request id. */
export function FailureAlert({ failure, title }: FailureAlertProps) {
  const { t } = useTranslation();
  const sentence = failureText(failure, useLanguage());
  return (
    <Alert isInline isLiveRegion variant="danger" title={title ?? sentence} variantLabel={t('toast.danger')}>
      {title !== undefined && <p>{sentence}</p>}
      {failure.details.missing !== undefined && <Missing amount={failure.details.missing} />}
      {failure.requestId && <RequestId id={failure.requestId} />}
    </Alert>
  );
}

/** How much money is missing and, for customers, the way to recharge it and back. */
function Missing({ amount }: { readonly amount: string }) {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const query = new URLSearchParams({ amount, returnTo: pathname + search });
  return (
    <p>
      {t('cost.missing', { amount: displayAmount(amount, useMoneyDisplay()) })}{' '}
      {!pathname.startsWith('/admin/') && (
        <TextLink to={`/recharge?${query.toString()}`}>{t('cost.recharge')}</TextLink>
      )}
    </p>
  );
}
