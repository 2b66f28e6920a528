import { useTranslation } from 'react-i18next';
import type { Failure } from '../api/failure.ts';
import { errorPage } from './docs.ts';
import { WhatToDo } from './what-to-do.tsx';

/** The request id, to quote when contacting support, and a link to the documentation of the error. */
export function RequestId({ failure }: { readonly failure: Pick<Failure, 'code' | 'requestId'> }) {
  const { t } = useTranslation();
  const { code, requestId } = failure;
  if (requestId === undefined) return null;
  return (
    <small>
      {t('common.requestId')} <code>{requestId}</code> <WhatToDo page={errorPage(code)} />
    </small>
  );
}
