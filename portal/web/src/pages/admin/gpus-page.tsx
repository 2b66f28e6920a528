import { useTranslation } from 'react-i18next';
import { ResourceTable, type ColumnOf } from '../../ui/table/resource-table.tsx';
import { createdAtColumn, searchFilter, useCatalogueWords } from './catalogue.tsx';

/** /admin/gpus: the models on offer and how many are free. */
export function GpusPage() {
  const { t } = useTranslation();
  const words = useCatalogueWords();
  const columns: readonly ColumnOf<'listGpus'>[] = [
    { key: 'name', title: t('common.name'), sortBy: 'name', render: ({ name }) => name },
    { key: 'vendor', title: t('catalogue.vendor'), sortBy: 'vendor', render: ({ vendor }) => vendor },
    { key: 'model', title: t('catalogue.model'), sortBy: 'model', render: ({ model }) => model },
    {
      key: 'memory',
      title: t('catalogue.memory'),
      sortBy: 'memory',
      render: ({ memory }) => words.format.gib(memory),
    },
    { key: 'free', title: t('catalogue.gpusFree'), render: ({ free, total }) => `${free}/${total}` },
    createdAtColumn(words),
  ];
  return (
    <ResourceTable
      hasCsv
      operation="listGpus"
      title={t('navigation.admin.gpus')}
      columns={columns}
      filters={[searchFilter(words)]}
      rowKey={({ name }) => name}
      empty={{ title: t('catalogue.empty'), body: t('catalogue.emptyBody') }}
    />
  );
}
