import type { ApiToken } from '@gpulease/contract/me';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNow } from '../platform/clock.ts';
import { useFormat } from '../i18n/format.ts';
import { StatusLabel } from './status-label.tsx';
import type { Column } from './table/column.ts';
import { Time } from './time.tsx';

type ApiTokenColumn = Column<ApiToken, 'name' | 'createdAt' | 'expiresAt' | 'lastUsedAt'>;

/** The columns of a list of API tokens. */
export function useApiTokenColumns(): readonly ApiTokenColumn[] {
  const { t } = useTranslation();
  const [now] = useState(serverNow);
  return [
    { key: 'name', title: t('common.name'), sortBy: 'name', render: ({ name }) => name },
    { key: 'hint', title: t('apiToken.token'), isNarrow: true, render: ({ hint }) => <code>{hint}</code> },
    { key: 'scope', title: t('apiToken.scope'), render: ({ scope }) => t(`apiToken.scopes.${scope}`) },
    {
      key: 'createdAt',
      title: t('common.createdAt'),
      sortBy: 'createdAt',
      isNarrow: true,
      render: ({ createdAt }) => <Time at={createdAt} />,
    },
    {
      key: 'lastUsedAt',
      title: t('apiToken.lastUsedAt'),
      sortBy: 'lastUsedAt',
      isNarrow: true,
      render: ({ lastUsedAt }) => (lastUsedAt ? <Time at={lastUsedAt} /> : t('apiToken.neverUsed')),
    },
    {
      key: 'expiresAt',
      title: t('apiToken.expiresAt'),
      sortBy: 'expiresAt',
      render: ({ expiresAt }) =>
        expiresAt ? <Expiry expiresAt={expiresAt} now={now} /> : t('apiToken.never'),
    },
  ];
}

const WEEK_MS = 7 * 24 * 3_600_000;

/** When a token expires, marked where it has or soon will. */
function Expiry({ expiresAt, now }: { readonly expiresAt: string; readonly now: number }) {
  const format = useFormat();
  const left = Date.parse(expiresAt) - now;
  return (
    <>
      {format.date(expiresAt)}{' '}
      {left < WEEK_MS && <StatusLabel kind="apiToken" status={left > 0 ? 'EXPIRING' : 'EXPIRED'} />}
    </>
  );
}
