import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from './format.ts';

/** The texts and formats of the current language. */
export function useWords() {
  const { t } = useTranslation();
  const format = useFormat();
  return useMemo(() => ({ t, format }), [t, format]);
}

export type Words = ReturnType<typeof useWords>;
