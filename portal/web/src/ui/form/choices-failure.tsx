import { Button } from '@patternfly/react-core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText, type Failure } from '../../api/failure.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import type { Loading } from '../loaded.tsx';

interface ChoicesFailureProps {
  readonly failure: Failure;
  readonly onRetry: () => void;
}

/** In place of choices that could not be loaded: why, and a way to try again. */
function ChoicesFailure({ failure, onRetry }: ChoicesFailureProps) {
  const { t } = useTranslation();
  const text = failureText(failure, useLanguage());
  return (
    <>
      {t('form.choicesFailed', { text })}{' '}
      <Button variant="link" isInline onClick={onRetry}>
        {t('errors.retry')}
      </Button>
    </>
  );
}

/** Why choices could not be loaded; nothing where they could, or are on their way. No choices at all would look as if there were none. */
export function choicesFailure({ data, error, refetch }: Loading<unknown>): ReactNode {
  if (data !== undefined || !error) return undefined;
  return <ChoicesFailure failure={error} onRetry={() => void refetch()} />;
}
