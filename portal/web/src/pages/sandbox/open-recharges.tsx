import { Button, PageSection, Title } from '@patternfly/react-core';
import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import { useTranslation } from 'react-i18next';
import { useAction, useApi } from '../../api/queries.ts';
import { useFormat } from '../../i18n/format.ts';
import { Money } from '../../ui/money.tsx';
import { useToasts } from '../../ui/toasts.tsx';

const REFRESH_MS = 3_000;

/** The visitor's own open recharges, each to be paid without money. */
export function OpenRecharges() {
  const { t } = useTranslation();
  const format = useFormat();
  const toasts = useToasts();
  const { data } = useApi('listRecharges', { query: { status: 'PENDING' } }, { refetchInterval: REFRESH_MS });
  const pay = useAction('paySandboxPayment', ['listRecharges', 'getBalance']);
  if (!data || data.total === 0) return null;
  return (
    <PageSection hasBodyWrapper={false}>
      <Title headingLevel="h2" size="lg">
        {t('sandbox.recharges')}
      </Title>
      <Table variant="compact" gridBreakPoint="grid-md" aria-label={t('sandbox.recharges')}>
        <Thead>
          <Tr>
            <Th>{t('recharge.id')}</Th>
            <Th>{t('recharge.method')}</Th>
            <Th>{t('recharge.amount')}</Th>
            <Th>{t('common.createdAt')}</Th>
            <Th screenReaderText={t('table.actions')} />
          </Tr>
        </Thead>
        <Tbody>
          {data.items.map(({ id, method, paymentAmount, createdAt }) => (
            <Tr key={id}>
              <Td dataLabel={t('recharge.id')}>{id}</Td>
              <Td dataLabel={t('recharge.method')}>{t(`paymentMethod.${method}`)}</Td>
              <Td dataLabel={t('recharge.amount')}>
                <Money amount={paymentAmount} />
              </Td>
              <Td dataLabel={t('common.createdAt')}>{format.dateTime(createdAt)}</Td>
              <Td isActionCell>
                <Button
                  size="sm"
                  variant="secondary"
                  isDisabled={pay.isPending}
                  onClick={() => pay.mutate({ params: { id } }, { onError: toasts.failure })}
                >
                  {t('recharge.payTest')}
                </Button>
              </Td>
            </Tr>
          ))}
        </Tbody>
      </Table>
    </PageSection>
  );
}
