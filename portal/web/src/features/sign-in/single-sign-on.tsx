import { pathOf } from '@gpulease/contract/endpoints';
import type { SessionConsole } from '@gpulease/contract/enums';
import { Button } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { Failure, isErrorCode, isErrorReason } from '../../api/failure.ts';
import { useConfig } from '../../api/config.ts';
import { withReturnTo } from '../../session/return-to.ts';
import { FailureAlert } from '../../ui/errors/failure-alert.tsx';

const startOperations = { user: 'startOidc', admin: 'startAdminOidc' } as const;

interface SingleSignOnProps {
  readonly console: SessionConsole;
  /** Opens in a new tab, so that this page stays. */
  readonly isInNewTab?: boolean;
}

/** A link to the identity provider, if one is configured. It leaves the page unless it opens in a new tab. */
export function SingleSignOn({ console, isInNewTab = false }: SingleSignOnProps) {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const path = pathOf(startOperations[console]);
  if (!useConfig().singleSignOn) return null;
  return (
    <Button
      isBlock
      component="a"
      variant="secondary"
      {...(isInNewTab
        ? { href: path, target: '_blank', rel: 'noopener' }
        : { href: path + withReturnTo(params) })}
    >
      {t(isInNewTab ? 'auth.singleSignOnInNewTab' : 'auth.singleSignOn')}
    </Button>
  );
}

export function SingleSignOnFailure() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const code = params.get('failure');
  if (!isErrorCode(code)) return null;
  const reason = params.get('reason') ?? '';
  const answer = isErrorReason(reason) ? { details: { reason } } : {};
  return <FailureAlert failure={new Failure(code, 0, answer)} title={t('auth.signInFailed')} />;
}
