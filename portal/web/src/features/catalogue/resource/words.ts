import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/format.ts';
import { listPath } from './paths.ts';
import type { Area, ResourceKind, Words } from './resource-kind.ts';

/** The texts and formats of the current language. */
export function useWords(): Words {
  const { t } = useTranslation();
  const format = useFormat();
  return useMemo(() => ({ t, format }), [t, format]);
}

/** The names of a kind: at the start of a sentence, within one, and plural. */
export function namesOf({ t }: Pick<Words, 't'>, area: Area) {
  return {
    Kind: t(`catalogue.kind.${area}`),
    kind: t(`catalogue.inSentence.${area}`),
    kinds: t(`catalogue.plural.${area}`),
  };
}

/** The title and path of a kind's list. */
export function listOf({ area }: Pick<ResourceKind, 'area'>, t: Words['t']) {
  return { title: t(`navigation.admin.${area}`), path: listPath(area) };
}
