import type { StockAlert } from '@gpulease/contract/me';
import { BellIcon } from '@patternfly/react-icons';
import { useTranslation } from 'react-i18next';
import { timeColumn, column } from '../../ui/table/column-kinds.tsx';
import { regionName, useRegions, useSkus } from '../offers/queries.ts';
import { ResourceTable } from '../../ui/table/resource-table.tsx';
import { useAction } from '../../ui/use-action.ts';

/** The user's stock alerts, which can be canceled. */
export function StockAlerts() {
  const { t } = useTranslation();
  const skus = useSkus().data?.items;
  const regions = useRegions().data?.items;
  const withdraw = useAction('deleteStockAlert', {
    refreshes: ['listStockAlerts'],
    done: t('stockAlert.withdrawn'),
  });
  const skuName = ({ sku }: StockAlert) => skus?.find(({ name }) => name === sku)?.displayName ?? sku;
  return (
    <ResourceTable
      operation="listStockAlerts"
      headingLevel="h2"
      title={t('stockAlert.title')}
      rowKey={({ id }) => id}
      rowName={skuName}
      columns={[
        column('sku', t('workload.sku'), skuName),
        column('region', t('workload.region'), ({ region }) =>
          region === null ? t('stockAlert.anyRegion') : regionName(regions, region),
        ),
        timeColumn('createdAt', t('common.createdAt'), { sortBy: 'createdAt' }),
        timeColumn('expiresAt', t('stockAlert.expiresAt')),
      ]}
      rowActions={({ id }) => [
        {
          key: 'withdraw',
          title: t('stockAlert.withdraw'),
          onClick: () => void withdraw.attempt({ params: { id } }),
        },
      ]}
      empty={{ title: t('stockAlert.empty'), body: t('stockAlert.emptyBody'), icon: BellIcon }}
    />
  );
}
