import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../i18n/format.ts';
import type { Area, Words } from './resource-kind.ts';

/** The texts and formats of the language shown now. */
export function useWords(): Words {
  const { t } = useTranslation();
  const format = useFormat();
  return useMemo(() => ({ t, format }), [t, format]);
}

/** How a kind is called at the beginning of a sentence and within one. */
export function namesOf({ t }: Pick<Words, 't'>, area: Area) {
  return { Kind: t(`catalogue.kind.${area}`), kind: t(`catalogue.inSentence.${area}`) };
}
