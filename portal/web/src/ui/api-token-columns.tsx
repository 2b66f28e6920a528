import { DAY_MS } from '@gpulease/contract/durations';
import type { ApiToken } from '@gpulease/contract/me';
import { useState } from 'react';
import { serverNow } from '../browser/clock.ts';
import { useWords } from '../i18n/words.ts';
import { StatusLabel } from './status-label.tsx';
import { column, textColumn, timeColumn } from './table/column-kinds.tsx';
import type { Column } from './table/column.ts';

type ApiTokenColumn = Column<ApiToken, 'name' | 'createdAt' | 'expiresAt' | 'lastUsedAt'>;

export function useApiTokenColumns(): readonly ApiTokenColumn[] {
  const { t } = useWords();
  const [now] = useState(serverNow);
  return [
    textColumn('name', t('common.name'), { sortBy: 'name' }),
    column('hint', t('apiToken.token'), ({ hint }) => <code>{hint}</code>, { isNarrow: true }),
    column('scope', t('apiToken.scope'), ({ scope }) => t(`apiToken.scopes.${scope}`)),
    timeColumn('createdAt', t('common.createdAt'), { sortBy: 'createdAt' }),
    timeColumn('lastUsedAt', t('apiToken.lastUsedAt'), {
      sortBy: 'lastUsedAt',
      none: t('apiToken.neverUsed'),
    }),
    column(
      'expiresAt',
      t('common.expiresAt'),
      ({ expiresAt }) =>
        expiresAt ? <Expiry expiresAt={expiresAt} now={now} /> : t('apiToken.lifetimes.UNLIMITED'),
      { sortBy: 'expiresAt' },
    ),
  ];
}

const WEEK_MS = 7 * DAY_MS;

/** The expiry date of a token, labelled if expired or within a week of it. */
function Expiry({ expiresAt, now }: { readonly expiresAt: string; readonly now: number }) {
  const { format } = useWords();
  const left = Date.parse(expiresAt) - now;
  return (
    <>
      {format.date(expiresAt)}{' '}
      {left < WEEK_MS && <StatusLabel kind="apiToken" status={left > 0 ? 'EXPIRING' : 'EXPIRED'} />}
    </>
  );
}
