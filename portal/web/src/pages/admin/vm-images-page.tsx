import { imageStatuses, osTypes } from '@gpulease/contract/enums';
import { useTranslation } from 'react-i18next';
import { StatusLabel } from '../../ui/status-label.tsx';
import { ResourceTable, type ColumnOf } from '../../ui/table/resource-table.tsx';
import { createdAtColumn, Ready, searchFilter, useCatalogueWords } from './catalogue.tsx';

/** /admin/vm-images: what machines boot. */
export function VmImagesPage() {
  const { t } = useTranslation();
  const words = useCatalogueWords();
  const columns: readonly ColumnOf<'listVmImages'>[] = [
    { key: 'name', title: t('common.name'), sortBy: 'name', isNarrow: true, render: ({ name }) => name },
    { key: 'description', title: t('catalogue.description'), render: ({ description }) => description },
    {
      key: 'osType',
      title: t('image.osType'),
      sortBy: 'osType',
      render: ({ osType }) => t(`osType.${osType}`),
    },
    { key: 'version', title: t('image.version'), sortBy: 'version', render: ({ version }) => version },
    {
      key: 'size',
      title: t('image.size'),
      sortBy: 'size',
      render: ({ size }) => words.format.gib(size),
    },
    { key: 'architecture', title: t('image.architecture'), render: ({ architecture }) => architecture },
    {
      key: 'status',
      title: t('common.status'),
      render: ({ status }) => <StatusLabel kind="image" status={status} />,
    },
    { key: 'ready', title: t('catalogue.ready'), render: ({ condition }) => <Ready {...condition} /> },
    { key: 'workloads', title: t('navigation.admin.workloads'), render: ({ workloads }) => workloads },
    createdAtColumn(words),
  ];
  return (
    <ResourceTable
      hasCsv
      operation="listVmImages"
      title={t('navigation.admin.vm-images')}
      columns={columns}
      filters={[
        searchFilter(words),
        {
          kind: 'select',
          name: 'status',
          label: t('common.status'),
          options: imageStatuses.map((value) => ({ value, label: t(`status.image.${value}`) })),
        },
        {
          kind: 'select',
          name: 'osType',
          label: t('image.osType'),
          options: osTypes.map((value) => ({ value, label: t(`osType.${value}`) })),
        },
      ]}
      rowKey={({ name }) => name}
      empty={{ title: t('catalogue.empty'), body: t('catalogue.emptyBody') }}
    />
  );
}
