import type { Usage } from '@gpulease/contract/billing';
import { ExpandableSection, List, ListItem } from '@patternfly/react-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/format.ts';
import { useAmountText } from '../../../ui/money.tsx';
import { moneyColumn, textColumn } from '../../../ui/table/column-kinds.tsx';
import { ResourceTable } from '../../../ui/table/resource-table.tsx';

const rowKeyOf = ({ workload, day }: Usage) => `${day} ${workload}`;

/** Usage by workload and day, with the hourly lines. */
export function UsageTable() {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <ResourceTable
      hasCsv
      operation="listUsage"
      headingLevel="h2"
      title={t('billing.usage')}
      description={t('billing.usageLead')}
      rowKey={rowKeyOf}
      filters={[
        { kind: 'search', name: 'workload', label: t('billing.workload') },
        { kind: 'date', name: 'from', label: t('billing.from') },
        { kind: 'date', name: 'to', label: t('billing.to') },
      ]}
      columns={[
        {
          key: 'day',
          title: t('billing.day'),
          sortBy: 'day',
          isNarrow: true,
          render: ({ day }) => format.day(day),
        },
        textColumn('workload', t('billing.workload')),
        {
          key: 'seconds',
          title: t('billing.duration'),
          isNarrow: true,
          render: ({ seconds }) => format.duration(seconds),
        },
        moneyColumn('amount', t('billing.amount'), { isAmount: false }),
        {
          key: 'lines',
          title: t('billing.lines'),
          render: (usage) => <Lines key={rowKeyOf(usage)} usage={usage} />,
        },
      ]}
      empty={{ title: t('billing.usageEmpty'), body: t('billing.usageEmptyBody') }}
    />
  );
}

function Lines({ usage: { lines } }: { readonly usage: Usage }) {
  const { t } = useTranslation();
  const format = useFormat();
  const amountText = useAmountText();
  const [isOpen, setOpen] = useState(false);
  return (
    <ExpandableSection
      toggleText={t('billing.lineCount', { count: lines.length })}
      isExpanded={isOpen}
      onToggle={(_, open) => setOpen(open)}
    >
      <List isPlain>
        {lines.map(({ id, from, to, amount, balanceAfter }) => (
          <ListItem key={id}>
            {t('billing.line', {
              from: format.dateTime(from),
              to: format.dateTime(to),
              amount: amountText(amount),
              balance: amountText(balanceAfter),
            })}
          </ListItem>
        ))}
      </List>
    </ExpandableSection>
  );
}
