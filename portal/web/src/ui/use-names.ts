import { useTranslation } from 'react-i18next';
import { useFormat } from '../i18n/format.ts';

/** How many a dialog names one by one: more than these nobody reads in a sentence. */
export const NAMES_SHOWN = 10;

/** Names in a sentence: the first ten, and how many there are besides. */
export function useNames(): (names: readonly string[]) => string {
  const { t } = useTranslation();
  const format = useFormat();
  return (names) => {
    const count = names.length - NAMES_SHOWN;
    if (count <= 0) return format.list(names);
    return format.list([...names.slice(0, NAMES_SHOWN), t('bulk.others', { count })]);
  };
}
