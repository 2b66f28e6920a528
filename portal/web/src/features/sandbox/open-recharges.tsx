import { Button, PageSection, Title } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../api/queries.ts';
import { Money } from '../../ui/money.tsx';
import { textColumn, timeColumn, column } from '../../ui/table/column-kinds.tsx';
import { Rows } from '../../ui/table/rows.tsx';
import { useAction } from '../../ui/use-action.ts';

const REFRESH_MS = 3_000;

/** The visitor's own open recharges, which can be paid without money. */
export function OpenRecharges() {
  const { t } = useTranslation();
  const { data } = useApi('listRecharges', { query: { status: 'PENDING' } }, { refetchInterval: REFRESH_MS });
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
          column('method', t('recharge.method'), ({ method }) => t(`paymentMethod.${method}`)),
          column('amount', t('recharge.amount'), ({ paymentAmount }) => <Money amount={paymentAmount} />, {
            isAmount: true,
          }),
          timeColumn('createdAt', t('common.createdAt')),
          column('pay', t('table.actions'), ({ id }) => (
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
