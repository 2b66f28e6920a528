import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../api/failure.ts';
import { FailureSentence } from '../failure-sentence.tsx';
import type { Loading } from '../loaded.tsx';

interface ChoicesFailureProps {
  readonly failure: Failure;
  readonly onRetry: () => void;
}

function ChoicesFailure(props: ChoicesFailureProps) {
  const { t } = useTranslation();
  return <FailureSentence {...props} sentence={(text) => t('form.choicesFailed', { text })} />;
}

/** Why choices could not be loaded; nothing where they could, or are on their way. No choices at all would look as if there were none. */
export function choicesFailure({ data, error, refetch }: Loading<unknown>): ReactNode {
  if (data !== undefined || !error) return undefined;
  return <ChoicesFailure failure={error} onRetry={() => void refetch()} />;
}
