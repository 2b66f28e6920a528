import type { Reconciliation } from '@gpulease/contract/reconciliation';
import { Label, List, ListItem } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/format.ts';
import { useAmountText } from '../../../ui/money.tsx';
import { textColumn, timeColumn } from '../../../ui/table/column-kinds.tsx';
import { ResourceTable } from '../../../ui/table/resource-table.tsx';

/** Compares our books with the providers' bills: the days with differences, or all days. */
export function Reconciliations() {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <ResourceTable
      hasCsv
      operation="listReconciliations"
      headingLevel="h2"
      title={t('payments.bills')}
      description={t('payments.billsLead')}
      filters={[
        {
          kind: 'select',
          name: 'days',
          label: t('payments.days'),
          hasMore: true,
          options: [{ value: 'ALL', label: t('payments.allDays') }],
        },
      ]}
      rowKey={({ method, day }) => `${method} ${day}`}
      columns={[
        {
          key: 'day',
          title: t('billing.day'),
          sortBy: 'day',
          isNarrow: true,
          render: ({ day }) => format.day(day),
        },
        { key: 'method', title: t('recharge.method'), render: ({ method }) => t(`paymentMethod.${method}`) },
        textColumn('payments', t('payments.payments')),
        textColumn('refunds', t('payments.refunds')),
        timeColumn('finishedAt', t('payments.compared'), { none: t('payments.waiting') }),
        { key: 'differences', title: t('payments.result'), render: (day) => <Differences {...day} /> },
      ]}
      empty={{ title: t('payments.billsEmpty'), body: t('payments.billsEmptyBody') }}
    />
  );
}

function Differences({ finishedAt, differences }: Reconciliation) {
  const { t } = useTranslation();
  const amountText = useAmountText();
  const shown = (amount: string | null) => (amount === null ? t('payments.nothing') : amountText(amount));
  if (finishedAt === null) return <>–</>;
  if (differences.length === 0) return <Label status="success">{t('payments.agree')}</Label>;
  return (
    <List isPlain>
      {differences.map(({ kind, id, booked, billed }) => (
        <ListItem key={`${kind} ${id}`}>
          {t('payments.difference', {
            what: t(`payments.kind.${kind}`),
            id,
            booked: shown(booked),
            billed: shown(billed),
          })}
        </ListItem>
      ))}
    </List>
  );
}
