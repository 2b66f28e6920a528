import { useWords } from '../i18n/words.ts';

/** Maximum number of names listed in a sentence. */
export const NAMES_SHOWN = 10;

/** Returns a function that joins the first ten names and counts the rest. */
export function useNames(): (names: readonly string[]) => string {
  const { t, format } = useWords();
  return (names) => {
    const count = names.length - NAMES_SHOWN;
    if (count <= 0) return format.list(names);
    return format.list([...names.slice(0, NAMES_SHOWN), t('bulk.others', { count })]);
  };
}
