import { displayAmount } from '@gpulease/contract/money';
import type { ErrorDetails, Use } from '@gpulease/contract/common';
import { Alert, List, ListItem } from '@patternfly/react-core';
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
      {failure.details.quota && <p>{t(`quota.${failure.details.quota.of}`, failure.details.quota)}</p>}
      {failure.details.usedBy && <UsedBy {...failure.details.usedBy} />}
      {failure.details.explanation && <p lang="en">{failure.details.explanation}</p>}
      {failure.requestId && <RequestId id={failure.requestId} />}
    </Alert>
  );
}

/** What uses an object that was to be deleted, each with the way to it. */
function UsedBy({ total, items }: NonNullable<ErrorDetails['usedBy']>) {
  const { t } = useTranslation();
  if (items.length === 0) return null;
  return (
    <>
      <p>{t('usedBy.title')}</p>
      <List>
        {items.map((use) => (
          <ListItem key={pathOfUse(use)}>
            {t(`usedBy.${use.kind}`)} <TextLink to={pathOfUse(use)}>{use.name}</TextLink>
          </ListItem>
        ))}
      </List>
      {total > items.length && <p>{t('usedBy.more', { count: total - items.length })}</p>}
    </>
  );
}

function pathOfUse(use: Use): string {
  switch (use.kind) {
    case 'NODE':
      return `/admin/nodes/${use.region}/${use.name}`;
    case 'SKU':
      return `/admin/skus/${use.name}`;
    case 'WORKLOAD':
      return `/admin/workloads/${use.user}/${use.name}`;
  }
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
