import { useNavigate } from 'react-router-dom';
import { LinkButton } from '../../../ui/links.tsx';
import { linkColumn, timeColumn } from '../../../ui/table/column-kinds.tsx';
import { ResourceTable } from '../../../ui/table/resource-table.tsx';
import { NotReadyCause, StateLabels } from './labels.tsx';
import { createPath, detailsPath, editPath } from './paths.ts';
import type { ManagedItem, ResourceKind, Words } from './resource-kind.ts';
import { useResourceActions } from './resource-actions.tsx';
import { useBulkSwitch } from './use-bulk-switch.tsx';
import { namesOf, useWords } from './words.ts';

/** The list of a kind, with its properties as columns and the actions on each object. */
export function ResourceListPage({ kind }: { readonly kind: ResourceKind }) {
  const words = useWords();
  const { t } = words;
  const { area } = kind;
  const navigate = useNavigate();
  const actions = useResourceActions(kind);
  const { bulkActions, dialog } = useBulkSwitch(kind);
  const names = namesOf(words, area);
  const create = <LinkButton to={createPath(area)}>{t('catalogue.create', names)}</LinkButton>;
  return (
    <>
      <ResourceTable
        hasCsv
        operation={kind.operations.list}
        title={t(`navigation.admin.${area}`)}
        {...(kind.ListNotice && { description: <kind.ListNotice /> })}
        columns={columnsOf(kind, words)}
        filters={[{ kind: 'search', name: 'search', label: t('catalogue.search') }, ...kind.filters(words)]}
        rowKey={({ name }) => name}
        rowActions={(item) => [
          {
            key: 'edit',
            title: t('catalogue.edit'),
            isDisabled: item.managedBy !== null,
            onClick: () => void navigate(editPath(area, item.name)),
          },
          ...actions.of(item),
        ]}
        {...(bulkActions && { bulkActions })}
        primaryAction={create}
        empty={{
          title: t('catalogue.empty', names),
          body: t(`catalogue.emptyBody.${area}`),
          action: create,
        }}
      />
      {actions.dialog}
      {dialog}
    </>
  );
}

function columnsOf(kind: ResourceKind, words: Words) {
  const { t } = words;
  return [
    linkColumn('name', t('common.name'), {
      pathOf: (item: ManagedItem) => detailsPath(kind, item),
      sortBy: 'name',
      isNarrow: true,
    }),
    ...kind.properties(words).filter(({ isDetail = false }) => !isDetail),
    {
      key: 'status',
      title: t('common.status'),
      render: (item: ManagedItem) => (
        <>
          <StateLabels kind={kind} item={item} />
          <NotReadyCause {...item.condition} />
        </>
      ),
    },
    timeColumn('createdAt', t('common.createdAt'), { sortBy: 'createdAt' }),
  ];
}
