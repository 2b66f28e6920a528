/** Pages of the documents to which any part of the portal leads. */
import type { ErrorCode } from '@gpulease/contract/errors';
import type { Language, SessionConsole } from '@gpulease/contract/enums';
import { useConfigIfLoaded } from '../api/config.ts';
import { useLanguage } from '../i18n/i18n.ts';

/** Below the address of the documents. Of a guide, headings differ by language; those of a reference do not. */
export type DocsPage = string | Readonly<Record<Language, string>>;

export const guides: Readonly<Record<SessionConsole, DocsPage>> = {
  user: 'user-guide',
  admin: 'operating/README',
};

export const monitoringGuide: DocsPage = { zh: 'install#实例的监控图', en: 'install#graphs-of-machines' };

/** What customers can do with a machine that has failed; operators read of the reason itself. */
export const failedMachineGuide: DocsPage = {
  zh: 'user-guide#停止、启动、重启和销毁',
  en: 'user-guide#stop-start-restart-destroy',
};

export function errorPage(code: ErrorCode): DocsPage {
  return `reference/errors#${code.toLowerCase().replaceAll('_', '-')}`;
}

/** Of the object's kind that has the reason first, which is the machine. */
export const reasonPage = (reason: string): DocsPage => `reference/reasons#${reason.toLowerCase()}`;

/** `documents`: the address of all of them. */
export function docsAddress(documents: string, page: DocsPage, language: Language): string {
  const path = typeof page === 'string' ? page : page[language];
  return language === 'zh' ? `${documents}/zh/${path}` : `${documents}/${path}`;
}

/** A function for the address of a page in the reader's language; undefined without documents. */
export function useDocsAddress(): ((page: DocsPage) => string) | undefined {
  const language = useLanguage();
  const documents = useConfigIfLoaded()?.documents;
  return documents ? (page) => docsAddress(documents, page, language) : undefined;
}
