import { useTranslation } from 'react-i18next';
import { StatusLabel } from '../../ui/status-label.tsx';
import { ResourceTable, type ColumnOf } from '../../ui/table/resource-table.tsx';
import {
  activityFilter,
  createdAtColumn,
  Ready,
  searchFilter,
  Tags,
  useCatalogueWords,
} from './catalogue.tsx';

/** /admin/skus: what can be ordered. */
export function SkusPage() {
  const { t } = useTranslation();
  const words = useCatalogueWords();
  const { format } = words;
  const columns: readonly ColumnOf<'listSkus'>[] = [
    { key: 'name', title: t('common.name'), sortBy: 'name', isNarrow: true, render: ({ name }) => name },
    {
      key: 'displayName',
      title: t('catalogue.displayName'),
      sortBy: 'displayName',
      render: ({ displayName }) => displayName,
    },
    {
      key: 'gpuNumber',
      title: t('sku.gpu'),
      sortBy: 'gpuNumber',
      render: ({ gpuModel, gpuNumber }) =>
        gpuModel === null ? t('sku.noGpu') : `${gpuModel} × ${gpuNumber}`,
    },
    {
      key: 'cpu',
      title: t('sku.machine'),
      sortBy: 'cpu',
      render: ({ cpu, memory, disk }) =>
        t('sku.size', { cpu, memory: format.gib(memory), disk: format.gib(disk) }),
    },
    {
      key: 'status',
      title: t('common.status'),
      render: ({ status }) => <StatusLabel kind="activity" status={status} />,
    },
    { key: 'ready', title: t('catalogue.ready'), render: ({ condition }) => <Ready {...condition} /> },
    {
      key: 'availability',
      title: t('sku.availability'),
      isNarrow: true,
      render: ({ availability }) =>
        availability.length === 0
          ? '–'
          : availability.map(({ region, available }) => (
              <div key={region}>{t('catalogue.stock', { region, available })}</div>
            )),
    },
    {
      key: 'pricingNames',
      title: t('navigation.admin.pricing-policies'),
      render: ({ pricingNames }) => <Tags tags={pricingNames} />,
    },
    { key: 'workloads', title: t('navigation.admin.workloads'), render: ({ workloads }) => workloads },
    createdAtColumn(words),
  ];
  return (
    <ResourceTable
      hasCsv
      operation="listSkus"
      title={t('navigation.admin.skus')}
      columns={columns}
      filters={[
        searchFilter(words),
        activityFilter(words),
        { kind: 'search', name: 'region', label: t('workload.region') },
      ]}
      rowKey={({ name }) => name}
      empty={{ title: t('catalogue.empty'), body: t('catalogue.emptyBody') }}
    />
  );
}
