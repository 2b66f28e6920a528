import type { Language } from '@gpulease/contract/enums';
import i18next from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import { keepText, readText } from '../browser/storage.ts';
import { onStoredByOtherTab } from '../browser/other-tabs.ts';
import { loadChunk } from '../browser/chunks.ts';
import type { admin } from './locales/zh/admin.ts';
import type { zh } from './locales/zh/index.ts';

/** Typed by the Chinese texts, the default and the fallback. */
type Texts = typeof zh & typeof admin;

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: Texts };
  }
}

const STORAGE_KEY = 'language';
const COOKIE_SECONDS = 31_536_000;
const DEFAULT_LANGUAGE: Language = 'zh';

type Loaders = Readonly<Record<Language, () => Promise<object>>>;

const forEverybody: Loaders = {
  zh: () => loadChunk(async () => (await import('./locales/zh/index.ts')).zh),
  en: () => loadChunk(async () => (await import('./locales/en/index.ts')).en),
};
const forOperators: Loaders = {
  zh: () => loadChunk(async () => (await import('./locales/zh/admin.ts')).admin),
  en: () => loadChunk(async () => (await import('./locales/en/admin.ts')).admin),
};

/** The parts that every shown language needs. */
const parts = [forEverybody];
/** Languages that have all parts. */
const complete = new Set<Language>();

/** Returns the language chosen in this browser; undefined before the first choice. */
function keptLanguage(): Language | undefined {
  const kept = readText('localStorage', STORAGE_KEY);
  return kept === 'zh' || kept === 'en' ? kept : undefined;
}

/** Loads the chosen language, by default Chinese. Loads Chinese as the fallback once a text is missing. */
export async function startI18n(): Promise<void> {
  const language = keptLanguage() ?? DEFAULT_LANGUAGE;
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: DEFAULT_LANGUAGE,
    resources: { [language]: { translation: await textsOf(language) } },
    partialBundledLanguages: true,
    saveMissing: true,
    missingKeyHandler: () => void add(DEFAULT_LANGUAGE).catch(() => undefined),
    react: { bindI18nStore: 'added' },
    interpolation: { escapeValue: false },
  });
  document.documentElement.lang = language;
  complete.clear();
  complete.add(language);
}

/** Adds the texts of the admin console, which customers do not load. */
export async function loadOperatorTexts(): Promise<void> {
  if (parts.includes(forOperators)) return;
  parts.push(forOperators);
  complete.clear();
  await add(shownLanguage());
}

/** Changes the language without a reload and stores the choice, also in a cookie for server rendering. */
export async function changeLanguage(language: Language): Promise<void> {
  await add(language);
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
  keepText('localStorage', STORAGE_KEY, language);
  document.cookie = `${STORAGE_KEY}=${language};path=/;max-age=${COOKIE_SECONDS};samesite=lax`;
}

/** Follows a change in another tab. If the texts fail to load, the language stays the same. Returns a function that stops this. */
export function followLanguageOfOtherTabs(): () => void {
  return onStoredByOtherTab(STORAGE_KEY, () => {
    const kept = keptLanguage();
    if (kept && kept !== shownLanguage()) void changeLanguage(kept).catch(() => undefined);
  });
}

async function add(language: Language): Promise<void> {
  if (complete.has(language)) return;
  i18next.addResourceBundle(language, 'translation', await textsOf(language), true);
  complete.add(language);
}

async function textsOf(language: Language): Promise<object> {
  const texts = await Promise.all(parts.map((loaders) => loaders[language]()));
  return Object.assign({}, ...texts) as object;
}

export function useLanguage(): Language {
  useTranslation();
  return shownLanguage();
}

const shownLanguage = (): Language => (i18next.language === 'en' ? 'en' : 'zh');
