import { displayAmount } from '@gpulease/contract/money';
import type { ErrorDetails, Use } from '@gpulease/contract/common';
import { List, ListItem } from '@patternfly/react-core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { failureText, type Failure } from '../../api/failure.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { BeyondLimit } from '../beyond-limit.tsx';
import { InlineAlert } from '../inline-alert.tsx';
import { TextLink } from '../links.tsx';
import { useMoneyDisplay } from '../money.tsx';
import { RequestId } from '../request-id.tsx';
import { SupportText } from '../support-text.tsx';

interface FailureAlertProps {
  readonly failure: Failure;
  /** States what failed; the catalogue's sentence then goes below it. */
  readonly title?: string | undefined;
  /** The page that lists everything that uses the object. */
  readonly usesPath?: string | undefined;
  /** Whether the call was a change, which may have taken effect if the browser was online but got no response. */
  readonly isOfChange?: boolean;
}

/** A failure shown in place: the catalogue's sentence and the request id. */
export function FailureAlert({ failure, title, usesPath, isOfChange = false }: FailureAlertProps) {
  const { t } = useTranslation();
  const sentence = failureText(failure, useLanguage());
  const alert = useRef<HTMLDivElement>(null);
  // The pressed button may be far below, or outside the scrolling part.
  useEffect(() => {
    alert.current?.scrollIntoView({ block: 'nearest' });
  }, [failure]);
  return (
    // Screen readers do not announce a live region that appears together with its text; they announce a role.
    <div ref={alert} role="alert">
      <InlineAlert variant="danger" title={title ?? <SupportText>{sentence}</SupportText>}>
        {title !== undefined && (
          <p>
            <SupportText>{sentence}</SupportText>
          </p>
        )}
        {isOfChange && failure.status === 0 && !failure.wasOffline && <p>{t('failure.mayBeDone')}</p>}
        <Details failure={failure} usesPath={usesPath} />
      </InlineAlert>
    </div>
  );
}

function Details({ failure, usesPath }: Pick<FailureAlertProps, 'failure' | 'usesPath'>) {
  const { t } = useTranslation();
  const { details } = failure;
  return (
    <>
      {details.missing !== undefined && <Missing amount={details.missing} />}
      {details.quota && <p>{t(`quota.${details.quota.of}`, details.quota)}</p>}
      {details.spending && <BeyondLimit {...details.spending} />}
      {details.usedBy && <UsedBy {...details.usedBy} path={usesPath} />}
      {details.explanation && <p lang="en">{details.explanation}</p>}
      <RequestId failure={failure} />
    </>
  );
}

type UsedByProps = NonNullable<ErrorDetails['usedBy']> & { readonly path: string | undefined };

function UsedBy({ total, items, path }: UsedByProps) {
  const { t } = useTranslation();
  if (items.length === 0) return null;
  const more = total > items.length && t('usedBy.more', { count: total - items.length });
  return (
    <>
      <p>{t('usedBy.title')}</p>
      <List>
        {items.map((use) => (
          <ListItem key={pathOfUse(use)}>
            {t(`usedBy.${use.kind}`)} <TextLink to={pathOfUse(use)}>{nameOfUse(use)}</TextLink>
          </ListItem>
        ))}
      </List>
      {more && (
        <p>
          {path === undefined ? (
            more
          ) : (
            <TextLink opensNewTab to={path}>
              {more}
            </TextLink>
          )}
        </p>
      )}
    </>
  );
}

/** Machine names are unique only within a customer. */
const nameOfUse = (use: Use): string => (use.kind === 'WORKLOAD' ? `${use.user}/${use.name}` : use.name);

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

/** The missing amount and, for customers, a link to recharge and return. */
function Missing({ amount }: { readonly amount: string }) {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const shown = { amount: displayAmount(amount, useMoneyDisplay()) };
  if (pathname.startsWith('/admin/')) return <p>{t('cost.missingOfUser', shown)}</p>;
  const query = new URLSearchParams({ amount, returnTo: pathname + search });
  return (
    <p>
      {t('cost.missing', shown)}{' '}
      <TextLink to={`/recharge?${query.toString()}`}>{t('cost.recharge')}</TextLink>
    </p>
  );
}
