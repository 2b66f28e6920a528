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

/** /admin/regions: where machines can run. */
export function RegionsPage() {
  const { t } = useTranslation();
  const words = useCatalogueWords();
  const columns: readonly ColumnOf<'listRegions'>[] = [
    { key: 'name', title: t('common.name'), sortBy: 'name', isNarrow: true, render: ({ name }) => name },
    {
      key: 'displayName',
      title: t('catalogue.displayName'),
      sortBy: 'displayName',
      render: ({ displayName }) => displayName,
    },
    {
      key: 'status',
      title: t('common.status'),
      render: ({ status }) => <StatusLabel kind="activity" status={status} />,
    },
    { key: 'ready', title: t('catalogue.ready'), render: ({ condition }) => <Ready {...condition} /> },
    { key: 'nodes', title: t('navigation.admin.nodes'), render: ({ nodes }) => nodes },
    {
      key: 'gpus',
      title: t('catalogue.gpusFree'),
      render: ({ gpus }) =>
        gpus.map(({ model, free, total }) => `${model} ${free}/${total}`).join(', ') || '–',
    },
    { key: 'workloads', title: t('navigation.admin.workloads'), render: ({ workloads }) => workloads },
    { key: 'tags', title: t('catalogue.tags'), render: ({ tags }) => <Tags tags={tags} /> },
    { key: 'description', title: t('catalogue.description'), render: ({ description }) => description },
    createdAtColumn(words),
  ];
  return (
    <ResourceTable
      hasCsv
      operation="listRegions"
      title={t('navigation.admin.regions')}
      columns={columns}
      filters={[searchFilter(words), activityFilter(words)]}
      rowKey={({ name }) => name}
      empty={{ title: t('catalogue.empty'), body: t('catalogue.emptyBody') }}
    />
  );
}
