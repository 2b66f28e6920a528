import type { Language } from '@gpulease/contract/enums';
import i18next from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import { loadChunk } from '../errors/load-chunk.ts';
import type { zh } from './locales/zh/index.ts';

/** Every text of the interface, as the Chinese one is the default and the fallback. */
type Texts = typeof zh;

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: Texts };
  }
}

const STORAGE_KEY = 'language';
const DEFAULT_LANGUAGE: Language = 'zh';

const loaders: Record<Language, () => Promise<object>> = {
  zh: () => loadChunk(async () => (await import('./locales/zh/index.ts')).zh),
  en: () => loadChunk(async () => (await import('./locales/en/index.ts')).en),
};

/** The language chosen in this browser before; undefined on the first visit. */
function keptLanguage(): Language | undefined {
  const kept = localStorage.getItem(STORAGE_KEY);
  return kept === 'zh' || kept === 'en' ? kept : undefined;
}

/**
 * Loads the kept language, else Chinese, and sets i18next up. Only the chosen language is fetched; the Chinese texts follow
 * when one is missing in it.
 */
export async function startI18n(): Promise<void> {
  const language = keptLanguage() ?? DEFAULT_LANGUAGE;
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: DEFAULT_LANGUAGE,
    resources: { [language]: { translation: await loaders[language]() } },
    partialBundledLanguages: true,
    saveMissing: true,
    missingKeyHandler: () => void add(DEFAULT_LANGUAGE).catch(() => undefined),
    react: { bindI18nStore: 'added' },
    interpolation: { escapeValue: false },
  });
  document.documentElement.lang = language;
}

/** Changes the language without a reload and keeps the choice. */
export async function changeLanguage(language: Language): Promise<void> {
  await add(language);
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
  localStorage.setItem(STORAGE_KEY, language);
}

async function add(language: Language): Promise<void> {
  if (i18next.hasResourceBundle(language, 'translation')) return;
  i18next.addResourceBundle(language, 'translation', await loaders[language]());
}

/** The language shown now. */
export function useLanguage(): Language {
  const { i18n } = useTranslation();
  return i18n.language === 'en' ? 'en' : 'zh';
}
