import { pricingModes } from '@gpulease/contract/enums';
import { useTranslation } from 'react-i18next';
import { Price } from '../../ui/money.tsx';
import { ResourceTable, type ColumnOf } from '../../ui/table/resource-table.tsx';
import { createdAtColumn, searchFilter, useCatalogueWords } from './catalogue.tsx';

/** /admin/pricing-policies: what things cost. */
export function PricingPoliciesPage() {
  const { t } = useTranslation();
  const words = useCatalogueWords();
  const columns: readonly ColumnOf<'listPricingPolicies'>[] = [
    { key: 'name', title: t('common.name'), sortBy: 'name', render: ({ name }) => name },
    {
      key: 'mode',
      title: t('workload.pricing'),
      sortBy: 'mode',
      render: ({ mode }) => t(`pricingMode.${mode}`),
    },
    {
      key: 'price',
      title: t('catalogue.price'),
      sortBy: 'price',
      isNarrow: true,
      render: ({ price, unit }) => <Price price={price} unit={unit} />,
    },
    { key: 'skus', title: t('navigation.admin.skus'), render: ({ skus }) => skus },
    { key: 'description', title: t('catalogue.description'), render: ({ description }) => description },
    createdAtColumn(words),
  ];
  return (
    <ResourceTable
      hasCsv
      operation="listPricingPolicies"
      title={t('navigation.admin.pricing-policies')}
      columns={columns}
      filters={[
        searchFilter(words),
        {
          kind: 'select',
          name: 'mode',
          label: t('workload.pricing'),
          options: pricingModes.map((value) => ({ value, label: t(`pricingMode.${value}`) })),
        },
      ]}
      rowKey={({ name }) => name}
      empty={{ title: t('catalogue.empty'), body: t('catalogue.emptyBody') }}
    />
  );
}
