import { useTranslation } from 'react-i18next';
import { useDocsAddress, type DocsPage } from './docs.ts';

/** A link to the page of the documents that helps, in a new tab; nothing without documents. */
export function WhatToDo({ page }: { readonly page: DocsPage }) {
  const { t } = useTranslation();
  const addressOf = useDocsAddress();
  if (!addressOf) return null;
  return (
    <a href={addressOf(page)} target="_blank" rel="noopener">
      {t('common.whatToDo')}
    </a>
  );
}
