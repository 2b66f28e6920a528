import { Button } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { failureText, type Failure } from '../api/failure.ts';
import { useLanguage } from '../i18n/i18n.ts';

interface FailureSentenceProps {
  readonly failure: Failure;
  /** Combines the name of the content that failed to load with the reason. */
  readonly sentence: (why: string) => string;
  readonly onRetry: () => void;
}

/** Replaces a part of a form that failed to load with the reason and a retry button. */
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
