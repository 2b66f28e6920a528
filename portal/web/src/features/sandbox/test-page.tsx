import { useConfig } from '../../api/config.ts';
import { useWords } from '../../i18n/words.ts';
import { useSession } from '../../session/session.ts';
import { NotFoundPage } from '../../ui/errors/error-pages.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { TextLink } from '../../ui/links.tsx';
import { column } from '../../ui/table/column-kinds.tsx';
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
  const { t, format } = useWords();
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
          column('createdAt', t('sandbox.time'), ({ createdAt }) => format.dateTime(createdAt), {
            sortBy: 'createdAt',
            isNarrow: true,
          }),
          column('channel', t('sandbox.channel'), ({ channel }) => t(`channel.${channel}`)),
          column('recipient', t('sandbox.recipient'), ({ recipient }) => recipient),
          column(
            'code',
            t('sandbox.code'),
            ({ code }) => (code === null ? '–' : <Copyable isInline text={code} label={t('sandbox.code')} />),
            { isNarrow: true },
          ),
          column('text', t('sandbox.text'), ({ text }) => text, { isProse: true }),
        ]}
        empty={{ title: t('sandbox.empty'), body: t('sandbox.emptyBody') }}
      />
      {isSignedIn && <OpenRecharges />}
    </AuthLayout>
  );
}
