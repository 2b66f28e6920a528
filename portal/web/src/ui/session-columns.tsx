import type { SignIn } from '@gpulease/contract/me';
import { useTranslation } from 'react-i18next';
import { browserName } from './browser-name.ts';
import { column, textColumn, timeColumn } from './table/column-kinds.tsx';
import type { Column } from './table/column.ts';

type SessionColumn = Column<SignIn, 'createdAt' | 'lastSeenAt'>;

export function useSessionColumns(): readonly [SessionColumn, ...SessionColumn[]] {
  const { t } = useTranslation();
  return [
    column(
      'userAgent',
      t('session.browser'),
      ({ userAgent }) => browserName(userAgent) ?? t('session.unknownBrowser'),
    ),
    textColumn('address', t('session.address')),
    timeColumn('createdAt', t('session.signedInAt'), { sortBy: 'createdAt' }),
    timeColumn('lastSeenAt', t('session.lastSeenAt'), { sortBy: 'lastSeenAt' }),
  ];
}
