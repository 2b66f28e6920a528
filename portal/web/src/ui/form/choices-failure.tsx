import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../api/failure.ts';
import { FailureSentence } from '../failure-sentence.tsx';
import type { Loading } from '../loaded.tsx';

function ChoicesFailure(props: { readonly failure: Failure; readonly onRetry: () => void }) {
  const { t } = useTranslation();
  return <FailureSentence {...props} sentence={(text) => t('form.choicesFailed', { text })} />;
}

/** Returns why the choices failed to load, so that a failure does not look like an empty list. */
export function choicesFailure({ data, error, refetch }: Loading<unknown>): ReactNode {
  if (data !== undefined || !error) return undefined;
  return <ChoicesFailure failure={error} onRetry={() => void refetch()} />;
}
