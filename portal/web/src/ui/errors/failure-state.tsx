import { Button } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { useInRouterContext } from 'react-router-dom';
import { failureText, type Failure } from '../../api/failure.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { Empty } from '../empty.tsx';
import { RequestId } from '../request-id.tsx';
import { SupportText } from '../support-text.tsx';
import { ErrorPage } from './error-pages.tsx';

interface FailureStateProps {
  readonly failure: Failure;
  readonly onRetry: () => void;
}

/** Replaces content that failed to load with the reason and a retry button. A lack of permission shows the 403 page. */
export function FailureState({ failure, onRetry }: FailureStateProps) {
  const { t } = useTranslation();
  const text = failureText(failure, useLanguage());
  const isOnPage = useInRouterContext();
  if (failure.code === 'PERMISSION_DENIED' && isOnPage) return <ErrorPage kind="forbidden" />;
  return (
    <Empty
      status="danger"
      title={t('errors.loadFailed')}
      body={
        <>
          <SupportText>{text}</SupportText>
          {failure.requestId && (
            <p>
              <RequestId failure={failure} />
            </p>
          )}
        </>
      }
      actions={<Button onClick={onRetry}>{t('errors.retry')}</Button>}
    />
  );
}
