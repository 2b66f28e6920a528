import type { Usage } from '@gpulease/contract/billing';
import { ExpandableSection, List, ListItem } from '@patternfly/react-core';
import { useState } from 'react';
import { useWords } from '../../../i18n/words.ts';
import { useAmountText } from '../../../ui/money.tsx';
import { column, moneyColumn, textColumn } from '../../../ui/table/column-kinds.tsx';
import { ResourceTable } from '../../../ui/table/resource-table.tsx';

const rowKeyOf = ({ workload, day }: Usage) => `${day} ${workload}`;

/** Usage by workload and day, with the hourly lines. */
export function UsageTable() {
  const { t, format } = useWords();
  return (
    <ResourceTable
      hasCsv
      operation="listUsage"
      title={t('billing.usage')}
      description={t('billing.usageLead')}
      rowKey={rowKeyOf}
      filters={[
        { kind: 'search', name: 'workload', label: t('billing.workload') },
        { kind: 'date', name: 'from', label: t('billing.from') },
        { kind: 'date', name: 'to', label: t('billing.to') },
      ]}
      columns={[
        column('day', t('billing.day'), ({ day }: Usage) => format.day(day), {
          sortBy: 'day',
          isNarrow: true,
        }),
        textColumn('workload', t('billing.workload')),
        column('seconds', t('billing.duration'), ({ seconds }: Usage) => format.duration(seconds), {
          isNarrow: true,
        }),
        moneyColumn('amount', t('billing.amount'), { isAmount: false }),
        column('lines', t('billing.lines'), (usage: Usage) => <Lines key={rowKeyOf(usage)} usage={usage} />),
      ]}
      empty={{ title: t('billing.usageEmpty'), body: t('billing.usageEmptyBody') }}
    />
  );
}

function Lines({ usage: { lines } }: { readonly usage: Usage }) {
  const { t, format } = useWords();
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
