/** Documentation pages that the portal links to. */
import type { ErrorCode } from '@gpulease/contract/errors';
import type { Language, SessionConsole } from '@gpulease/contract/enums';
import { useConfigIfLoaded } from '../api/config.ts';
import { useLanguage } from '../i18n/i18n.ts';

/** A path below the documentation's address. Guides have headings per language; reference pages do not. */
export type DocsPage = string | Readonly<Record<Language, string>>;

export const guides: Readonly<Record<SessionConsole, DocsPage>> = {
  user: 'user-guide',
  admin: 'operating/README',
};

export const monitoringGuide: DocsPage = { zh: 'install#实例的监控图', en: 'install#graphs-of-machines' };

/** What customers can do with a failed machine; operators get the page of the failure's reason. */
export const failedMachineGuide: DocsPage = {
  zh: 'user-guide#停止、启动、重启和销毁',
  en: 'user-guide#stop-start-restart-destroy',
};

export function errorPage(code: ErrorCode): DocsPage {
  return `reference/errors#${code.toLowerCase().replaceAll('_', '-')}`;
}

/** The reason's first heading on the page, which is that of machines if several kinds share the reason. */
export const reasonPage = (reason: string): DocsPage => `reference/reasons#${reason.toLowerCase()}`;

/** Returns the address of a page; `documents` is the address of the documentation. */
export function docsAddress(documents: string, page: DocsPage, language: Language): string {
  const path = typeof page === 'string' ? page : page[language];
  return language === 'zh' ? `${documents}/zh/${path}` : `${documents}/${path}`;
}

/** Returns a function from a page to its address in the reader's language; undefined without documentation. */
export function useDocsAddress(): ((page: DocsPage) => string) | undefined {
  const language = useLanguage();
  const documents = useConfigIfLoaded()?.documents;
  return documents ? (page) => docsAddress(documents, page, language) : undefined;
}
