import type { Translations } from '@gpulease/contract/catalog';
import type { Language } from '@gpulease/contract/enums';

/** An entry of the catalogue with its texts in that language, as far as it has them; the others stay Chinese. */
export function inLanguage<Entry extends { readonly translations: Translations }>(
  entry: Entry,
  language: Language,
): Entry {
  if (language === 'zh') return entry;
  const given = Object.entries(entry.translations[language] ?? {}).filter(([, text]) => text !== undefined);
  return { ...entry, ...(Object.fromEntries(given) as Partial<Entry>) };
}
