import type { Gpu } from '@gpulease/contract/catalog';
import { useTranslation } from 'react-i18next';
import { ResourceTable } from '../../ui/table/resource-table.tsx';
import type { Column } from '../../ui/table/rows.tsx';
import { createdAtColumn, searchFilter, useCatalogueWords } from './catalogue.tsx';

/** /admin/gpus: the models on offer and how many are free. */
export function GpusPage() {
  const { t } = useTranslation();
  const words = useCatalogueWords();
  const columns: readonly Column<Gpu>[] = [
    { key: 'name', title: t('common.name'), isSortable: true, render: ({ name }) => name },
    { key: 'vendor', title: t('catalogue.vendor'), isSortable: true, render: ({ vendor }) => vendor },
    { key: 'model', title: t('catalogue.model'), isSortable: true, render: ({ model }) => model },
    {
      key: 'memory',
      title: t('catalogue.memory'),
      isSortable: true,
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
