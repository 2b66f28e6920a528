import type { Recharge } from '@gpulease/contract/billing';
import type { SandboxMessage } from '@gpulease/contract/sandbox';
import { Button, PageSection, Title } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../api/config.ts';
import { useApi } from '../../api/queries.ts';
import { useWords } from '../../i18n/words.ts';
import { useSession } from '../../session/session.ts';
import { Copyable } from '../../ui/copyable.tsx';
import { NotFoundPage } from '../../ui/errors/error-pages.tsx';
import { TextLink } from '../../ui/links.tsx';
import { column, moneyColumn, textColumn, timeColumn } from '../../ui/table/column-kinds.tsx';
import { ResourceTable } from '../../ui/table/resource-table.tsx';
import { Rows } from '../../ui/table/rows.tsx';
import { useAction } from '../../ui/use-action.ts';
import { AuthLayout } from '../sign-in/auth-layout.tsx';

/** The polling interval for new messages; visitors get no live events. */
const REFRESH_MS = 2_000;

/** /test: the messages that the simulators received. Not found unless the sandbox is on. */
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
          column(
            'createdAt',
            t('common.time'),
            ({ createdAt }: SandboxMessage) => format.dateTime(createdAt),
            { sortBy: 'createdAt', isNarrow: true },
          ),
          column('channel', t('sandbox.channel'), ({ channel }: SandboxMessage) => t(`channel.${channel}`)),
          textColumn('recipient', t('sandbox.recipient')),
          column(
            'code',
            t('sandbox.code'),
            ({ code }: SandboxMessage) =>
              code === null ? '–' : <Copyable isInline text={code} label={t('sandbox.code')} />,
            { isNarrow: true },
          ),
          textColumn('text', t('sandbox.text'), { isProse: true }),
        ]}
        empty={{ title: t('sandbox.empty'), body: t('sandbox.emptyBody') }}
      />
      {isSignedIn && <OpenRecharges />}
    </AuthLayout>
  );
}

const RECHARGES_REFRESH_MS = 3_000;

function OpenRecharges() {
  const { t } = useTranslation();
  const query = { status: 'PENDING' } as const;
  const { data } = useApi('listRecharges', { query }, { refetchInterval: RECHARGES_REFRESH_MS });
  const pay = useAction('paySandboxPayment', { refreshes: ['listRecharges', 'getBalance'] });
  if (!data || data.total === 0) return null;
  return (
    <PageSection hasBodyWrapper={false}>
      <Title headingLevel="h2" size="lg">
        {t('sandbox.recharges')}
      </Title>
      <Rows
        title={t('sandbox.recharges')}
        items={data.items}
        rowKey={({ id }) => id}
        columns={[
          textColumn('id', t('recharge.id')),
          column('method', t('recharge.method'), ({ method }: Recharge) => t(`paymentMethod.${method}`)),
          moneyColumn('paymentAmount', t('recharge.amount'), { isNarrow: false }),
          timeColumn('createdAt', t('common.createdAt')),
          column('pay', t('table.actions'), ({ id }: Recharge) => (
            <Button
              size="sm"
              variant="secondary"
              isDisabled={pay.isBusy}
              onClick={() => void pay.attempt({ params: { id } })}
            >
              {t('recharge.payTest')}
            </Button>
          )),
        ]}
      />
    </PageSection>
  );
}
