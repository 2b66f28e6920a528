import { useTranslation } from 'react-i18next';
import { useDocsAddress, type DocsPage } from './docs.ts';

/** A link to a documentation page in a new tab; renders nothing without documentation. */
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
