import { Button } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { failureText, type Failure } from '../api/failure.ts';
import { useLanguage } from '../i18n/i18n.ts';

interface FailureSentenceProps {
  readonly failure: Failure;
  /** Combines what could not be loaded with `why`. */
  readonly sentence: (why: string) => string;
  readonly onRetry: () => void;
}

/** Replaces a part of a form that could not be loaded: the reason and a button to try again. */
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
