import type { SignIn } from '@gpulease/contract/me';
import { useTranslation } from 'react-i18next';
import { browserName } from './browser-name.ts';
import type { Column } from './table/column.ts';
import { Time } from './time.tsx';

type SessionColumn = Column<SignIn, 'createdAt' | 'lastSeenAt'>;

/** The columns of a list of sign-ins. */
export function useSessionColumns(): readonly [SessionColumn, ...SessionColumn[]] {
  const { t } = useTranslation();
  return [
    {
      key: 'userAgent',
      title: t('session.browser'),
      render: ({ userAgent }) => browserName(userAgent) ?? t('session.unknownBrowser'),
    },
    { key: 'address', title: t('session.address'), render: ({ address }) => address },
    {
      key: 'createdAt',
      title: t('session.signedInAt'),
      sortBy: 'createdAt',
      isNarrow: true,
      render: ({ createdAt }) => <Time at={createdAt} />,
    },
    {
      key: 'lastSeenAt',
      title: t('session.lastSeenAt'),
      sortBy: 'lastSeenAt',
      isNarrow: true,
      render: ({ lastSeenAt }) => <Time at={lastSeenAt} />,
    },
  ];
}
