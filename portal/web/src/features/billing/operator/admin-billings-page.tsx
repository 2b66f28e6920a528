import { useTranslation } from 'react-i18next';
import { TabbedPage } from '../../../ui/url-tabs.tsx';
import { Approvals } from './approvals.tsx';
import { Recharges } from './recharges.tsx';
import { Receivables } from './receivables.tsx';
import { Reconciliations } from './reconciliations.tsx';
import { Records } from './records.tsx';
import { Refunds } from './refunds.tsx';
import { useWaitingApprovals } from './second-operator.tsx';

/** /admin/billings: all that operators see and decide of customers' money. */
export function AdminBillingsPage() {
  const { t } = useTranslation();
  const waiting = useWaitingApprovals();
  return (
    <TabbedPage
      title={t('navigation.admin.billings')}
      tabs={[
        { key: 'records', title: t('billing.records'), content: <Records /> },
        { key: 'recharges', title: t('payments.recharges'), content: <Recharges /> },
        { key: 'quarantine', title: t('payments.quarantine'), content: <Recharges isQuarantine /> },
        { key: 'refunds', title: t('payments.refunds'), content: <Refunds /> },
        { key: 'receivables', title: t('payments.receivables'), content: <Receivables /> },
        {
          key: 'approvals',
          title: waiting > 0 ? t('approvals.titleWaiting', { count: waiting }) : t('approvals.title'),
          content: <Approvals />,
        },
        { key: 'bills', title: t('payments.bills'), content: <Reconciliations /> },
      ]}
    />
  );
}
