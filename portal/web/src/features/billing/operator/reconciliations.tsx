import type { Reconciliation } from '@gpulease/contract/reconciliation';
import { Label, List, ListItem } from '@patternfly/react-core';
import { useWords } from '../../../i18n/words.ts';
import { useAmountText } from '../../../ui/money.tsx';
import { column, textColumn, timeColumn } from '../../../ui/table/column-kinds.tsx';
import { ResourceTable } from '../../../ui/table/resource-table.tsx';

/** Compares our books with the providers' bills: the days with differences, or all days. */
export function Reconciliations() {
  const { t, format } = useWords();
  return (
    <ResourceTable
      hasCsv
      operation="listReconciliations"
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
        column('day', t('billing.day'), ({ day }: Reconciliation) => format.day(day), {
          sortBy: 'day',
          isNarrow: true,
        }),
        column('method', t('recharge.method'), ({ method }: Reconciliation) => t(`paymentMethod.${method}`)),
        textColumn('payments', t('payments.payments')),
        textColumn('refunds', t('payments.refunds')),
        timeColumn('finishedAt', t('payments.compared'), { none: t('payments.waiting') }),
        column('differences', t('payments.result'), (day: Reconciliation) => <Differences {...day} />),
      ]}
      empty={{ title: t('payments.billsEmpty'), body: t('payments.billsEmptyBody') }}
    />
  );
}

function Differences({ finishedAt, differences }: Reconciliation) {
  const { t } = useWords();
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
