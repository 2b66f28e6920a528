import { Alert } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { failureText, type Failure } from '../api/failure.ts';
import { useLanguage } from '../i18n/i18n.ts';
import { RequestId } from '../ui/request-id.tsx';

/** A failure in place: the catalogue's sentence and the request id. */
export function FailureAlert({ failure }: { readonly failure: Failure }) {
  const { t } = useTranslation();
  return (
    <Alert
      isInline
      isLiveRegion
      variant="danger"
      title={failureText(failure, useLanguage())}
      variantLabel={t('toast.danger')}
    >
      {failure.requestId && <RequestId id={failure.requestId} />}
    </Alert>
  );
}
