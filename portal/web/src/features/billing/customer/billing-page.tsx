import { PageSection, Split, SplitItem } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../../api/queries.ts';
import { billingFilters, useBillingColumns } from '../columns.tsx';
import { RecordsLead } from '../records-lead.tsx';
import { LinkButton } from '../../../ui/links.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { ResourceTable } from '../../../ui/table/resource-table.tsx';
import { UrlTabs } from '../../../ui/url-tabs.tsx';
import { BillingTotals, PERIOD } from './billing-summary.tsx';
import { OwnRecharges } from './recharges.tsx';
import { UsageTable } from './usage-table.tsx';

/** /billing: payments and usage. */
export function BillingPage() {
  const { t } = useTranslation();
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
  const { t } = useTranslation();
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
