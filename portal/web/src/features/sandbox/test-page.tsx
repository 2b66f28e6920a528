import { useTranslation } from 'react-i18next';
import { useConfig } from '../../api/config.ts';
import { useSession } from '../../session/session.ts';
import { NotFoundPage } from '../../ui/errors/error-pages.tsx';
import { useFormat } from '../../i18n/format.ts';
import { Copyable } from '../../ui/copyable.tsx';
import { TextLink } from '../../ui/links.tsx';
import { ResourceTable } from '../../ui/table/resource-table.tsx';
import { AuthLayout } from '../sign-in/auth-layout.tsx';
import { OpenRecharges } from './open-recharges.tsx';

/** The polling interval for new messages; visitors get no live events. */
const REFRESH_MS = 2_000;

/** /test: the messages that the simulators received, so that one person can try everything. Not found if it is off. */
export function TestPage() {
  const { sandbox } = useConfig();
  return sandbox ? <Sandbox /> : <NotFoundPage />;
}

function Sandbox() {
  const { t } = useTranslation();
  const format = useFormat();
  const isSignedIn = useSession('user').data?.user != null;
  return (
    <AuthLayout
      isWide
      title={t('sandbox.title')}
      subtitle={t('sandbox.lead')}
      footer={<TextLink to="/">{t('shell.home')}</TextLink>}
    >
      <ResourceTable
        operation="listSandboxMessages"
        headingLevel="h2"
        refreshMs={REFRESH_MS}
        title={t('sandbox.messages')}
        rowKey={({ id }) => id}
        filters={[{ kind: 'search', name: 'recipient', label: t('sandbox.recipient') }]}
        columns={[
          {
            key: 'createdAt',
            title: t('sandbox.time'),
            sortBy: 'createdAt',
            isNarrow: true,
            render: ({ createdAt }) => format.dateTime(createdAt),
          },
          { key: 'channel', title: t('sandbox.channel'), render: ({ channel }) => t(`channel.${channel}`) },
          { key: 'recipient', title: t('sandbox.recipient'), render: ({ recipient }) => recipient },
          {
            key: 'code',
            title: t('sandbox.code'),
            isNarrow: true,
            render: ({ code }) =>
              code === null ? '–' : <Copyable isInline text={code} label={t('sandbox.code')} />,
          },
          { key: 'text', title: t('sandbox.text'), isProse: true, render: ({ text }) => text },
        ]}
        empty={{ title: t('sandbox.empty'), body: t('sandbox.emptyBody') }}
      />
      {isSignedIn && <OpenRecharges />}
    </AuthLayout>
  );
}
