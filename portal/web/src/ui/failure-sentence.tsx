import { Button } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { failureText, type Failure } from '../api/failure.ts';
import { useLanguage } from '../i18n/i18n.ts';

interface FailureSentenceProps {
  readonly failure: Failure;
  /** Says what could not be loaded, and `why`. */
  readonly sentence: (why: string) => string;
  readonly onRetry: () => void;
}

/** In place of a part of a form that could not be loaded: why, and a way to try again. */
export function FailureSentence({ failure, sentence, onRetry }: FailureSentenceProps) {
  const { t } = useTranslation();
  return (
    <>
      {sentence(failureText(failure, useLanguage()))}{' '}
      <Button variant="link" isInline onClick={onRetry}>
        {t('errors.retry')}
      </Button>
    </>
  );
}
