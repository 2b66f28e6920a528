import { nodeStatuses } from '@gpulease/contract/enums';
import { useTranslation } from 'react-i18next';
import { StatusLabel } from '../../ui/status-label.tsx';
import { ResourceTable, type ColumnOf } from '../../ui/table/resource-table.tsx';
import { createdAtColumn, Ready, searchFilter, Tags, useCatalogueWords } from './catalogue.tsx';

const MIB_PER_GIB = 1024;

/** /admin/nodes: the hosts that machines run on. */
export function NodesPage() {
  const { t } = useTranslation();
  const words = useCatalogueWords();
  const { format } = words;
  const columns: readonly ColumnOf<'listNodes'>[] = [
    { key: 'name', title: t('common.name'), sortBy: 'name', isNarrow: true, render: ({ name }) => name },
    { key: 'region', title: t('workload.region'), sortBy: 'region', render: ({ region }) => region },
    {
      key: 'status',
      title: t('common.status'),
      render: ({ status }) => <StatusLabel kind="node" status={status} />,
    },
    { key: 'ready', title: t('catalogue.ready'), render: ({ condition }) => <Ready {...condition} /> },
    {
      key: 'gpus',
      title: t('catalogue.gpusFree'),
      render: ({ resources, freeGpus }) =>
        resources.gpuModel === null ? '–' : `${resources.gpuModel} ${freeGpus}/${resources.gpuNumber}`,
    },
    {
      key: 'resources',
      title: t('sku.machine'),
      render: ({ resources }) =>
        t('sku.size', {
          cpu: resources.cpu,
          memory: format.gib(resources.memory / MIB_PER_GIB),
          disk: format.gib(resources.storage),
        }),
    },
    { key: 'workloads', title: t('navigation.admin.workloads'), render: ({ workloads }) => workloads },
    { key: 'skus', title: t('navigation.admin.skus'), render: ({ skus }) => <Tags tags={skus} /> },
    createdAtColumn(words),
  ];
  return (
    <ResourceTable
      hasCsv
      operation="listNodes"
      title={t('navigation.admin.nodes')}
      columns={columns}
      filters={[
        searchFilter(words),
        {
          kind: 'select',
          name: 'status',
          label: t('common.status'),
          options: nodeStatuses.map((value) => ({ value, label: t(`status.node.${value}`) })),
        },
        { kind: 'search', name: 'region', label: t('workload.region') },
      ]}
      rowKey={({ name }) => name}
      empty={{ title: t('catalogue.empty'), body: t('catalogue.emptyBody') }}
    />
  );
}
