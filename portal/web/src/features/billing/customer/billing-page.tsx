import type { Usage } from '@gpulease/contract/billing';
import { rechargeStatuses } from '@gpulease/contract/enums';
import { PageSection, Split, SplitItem, ExpandableSection, List, ListItem } from '@patternfly/react-core';
import { useState } from 'react';
import { useApi } from '../../../api/queries.ts';
import { useWords } from '../../../i18n/words.ts';
import { LinkButton } from '../../../ui/links.tsx';
import { Money, useAmountText } from '../../../ui/money.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import {
  column,
  statusColumn,
  textColumn,
  timeColumn,
  moneyColumn,
} from '../../../ui/table/column-kinds.tsx';
import { statusFilter } from '../../../ui/table/filter-kinds.ts';
import { ResourceTable, type ColumnOf } from '../../../ui/table/resource-table.tsx';
import { UrlTabs } from '../../../ui/url-tabs.tsx';
import { billingFilters, useBillingColumns } from '../columns.tsx';
import { RecordsLead } from '../records-lead.tsx';
import { BillingTotals, PERIOD } from './billing-summary.tsx';

/** /billing: payments and usage. */
export function BillingPage() {
  const { t } = useWords();
  return (
    <>
      <PageSection hasBodyWrapper={false}>
        <Split hasGutter>
          <SplitItem isFilled>
            <PageTitle>{t('navigation.user.billing')}</PageTitle>
          </SplitItem>
          <SplitItem>
            <LinkButton to="/recharge">{t('recharge.title')}</LinkButton>
          </SplitItem>
        </Split>
      </PageSection>
      <BillingTotals />
      <UrlTabs
        label={t('navigation.user.billing')}
        keeps={[PERIOD]}
        tabs={[
          { key: 'records', title: t('billing.records'), content: <Records /> },
          { key: 'usage', title: t('billing.usage'), content: <UsageTable /> },
          { key: 'recharges', title: t('billing.recharges'), content: <OwnRecharges /> },
        ]}
      />
    </>
  );
}

function Records() {
  const { t } = useWords();
  const columns = useBillingColumns();
  const accrued = useApi('getBalance').data?.accrued;
  return (
    <ResourceTable
      hasCsv
      operation="listBillingRecords"
      title={t('billing.records')}
      description={<RecordsLead unsettled={accrued} />}
      columns={columns}
      filters={[...billingFilters(t), { kind: 'search', name: 'workload', label: t('billing.workload') }]}
      rowKey={({ id }) => id}
      empty={{ title: t('billing.empty'), body: t('billing.emptyBody') }}
    />
  );
}

/** The customer's recharges, paid or not. An open one can be continued. */
function OwnRecharges() {
  const { t } = useWords();
  const columns = useRechargeColumns();
  return (
    <ResourceTable
      operation="listRecharges"
      title={t('billing.recharges')}
      columns={columns}
      filters={[statusFilter('recharge', rechargeStatuses, t)]}
      rowKey={({ id }) => id}
      rowActions={({ id, status }) =>
        status === 'PENDING'
          ? [{ key: 'continue', title: t('recharge.payNow'), to: `/recharge?id=${id}` }]
          : []
      }
      empty={{ title: t('billing.empty'), body: t('billing.emptyBody') }}
    />
  );
}

function useRechargeColumns(): readonly ColumnOf<'listRecharges'>[] {
  const { t } = useWords();
  return [
    timeColumn('createdAt', t('common.createdAt'), { onCard: 'below', sortBy: 'createdAt' }),
    statusColumn('recharge', t('common.status'), { onCard: 'start' }),
    column('method', t('recharge.method'), ({ method }) => t(`paymentMethod.${method}`), {
      onCard: 'start',
      isNarrow: true,
    }),
    column('amount', t('billing.paymentAmount'), ({ paymentAmount }) => <Money amount={paymentAmount} />, {
      onCard: 'end',
      sortBy: 'amount',
      isNarrow: true,
      isAmount: true,
    }),
    textColumn('id', t('recharge.id'), { onCard: 'below', isNarrow: true }),
  ];
}

const rowKeyOf = ({ workload, day }: Usage) => `${day} ${workload}`;

function UsageTable() {
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
