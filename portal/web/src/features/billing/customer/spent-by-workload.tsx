import type { BillingSummary } from '@gpulease/contract/billing';
import { useTranslation } from 'react-i18next';
import { AmountTable } from '../../../ui/charts/chart-table.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { Money } from '../../../ui/money.tsx';

export function SpentByWorkload({ workloads, used }: Pick<BillingSummary, 'workloads' | 'used'>) {
  const { t } = useTranslation();
  const title = t('billing.byWorkload');
  return (
    <AmountTable
      title={title}
      columns={[title, t('billing.amount'), t('billing.share')]}
      rows={workloads.map((of) => ({
        label: of.workload,
        values: [<Money key={of.workload} amount={of.used} />, shareOf(of.used, used)],
      }))}
      labelOf={(name) => (
        <TextLink to={`/billing?tab=records&workload=${encodeURIComponent(name)}`}>{name}</TextLink>
      )}
    />
  );
}

/** Nothing where refunds leave no whole. */
function shareOf(used: string, all: string): string {
  return Number(all) > 0 ? `${Math.round((Number(used) / Number(all)) * 100)}%` : '';
}
