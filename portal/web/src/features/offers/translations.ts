import type { Translations } from '@gpulease/contract/catalogue';
import type { Language } from '@gpulease/contract/enums';

/** A catalogue entry with its texts in the language; missing translations stay Chinese. */
export function inLanguage<Entry extends { readonly translations: Translations }>(
  entry: Entry,
  language: Language,
): Entry {
  if (language === 'zh') return entry;
  const given = Object.entries(entry.translations[language] ?? {}).filter(([, text]) => text !== undefined);
  return { ...entry, ...(Object.fromEntries(given) as Partial<Entry>) };
}
