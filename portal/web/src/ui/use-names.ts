import { useWords } from '../i18n/words.ts';

/** How many names a sentence lists; nobody reads more. */
export const NAMES_SHOWN = 10;

/** The first ten names as a sentence, with the number of the others. */
export function useNames(): (names: readonly string[]) => string {
  const { t, format } = useWords();
  return (names) => {
    const count = names.length - NAMES_SHOWN;
    if (count <= 0) return format.list(names);
    return format.list([...names.slice(0, NAMES_SHOWN), t('bulk.others', { count })]);
  };
}
