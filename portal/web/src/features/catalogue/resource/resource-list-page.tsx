import { useWords, type Words } from '../../../i18n/words.ts';
import { LinkButton } from '../../../ui/links.tsx';
import { column, linkColumn, timeColumn } from '../../../ui/table/column-kinds.tsx';
import { ResourceTable } from '../../../ui/table/resource-table.tsx';
import { NotReadyCause, StateLabels } from './labels.tsx';
import {
  createPath,
  detailsPath,
  editPath,
  namesOf,
  type KindProps,
  type ManagedItem,
  type ResourceKind,
} from './resource-kind.ts';
import { useResourceActions } from './resource-actions.tsx';
import { useState, type ReactNode } from 'react';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { canSwitch, togglesOf } from './status-dialog.tsx';

export function ResourceListPage({ kind }: KindProps) {
  const words = useWords();
  const { t } = words;
  const { area } = kind;
  const actions = useResourceActions(kind);
  const { bulkActions, dialog } = useBulkSwitch(kind);
  const names = namesOf(t, area);
  const create = <LinkButton to={createPath(area)}>{t('catalogue.create', names)}</LinkButton>;
  return (
    <>
      <ResourceTable
        hasCsv
        operation={kind.operations.list}
        title={t(`navigation.admin.${area}`)}
        {...(kind.ListNotice && { description: <kind.ListNotice /> })}
        columns={columnsOf(kind, words)}
        columnMemory={`admin/${area}`}
        filters={[{ kind: 'search', name: 'search', label: t('table.search') }, ...kind.filters(words)]}
        rowKey={({ name }) => name}
        rowActions={(item) => [
          {
            key: 'edit',
            title: t('common.edit'),
            isDisabled: item.managedBy !== null,
            to: editPath(area, item.name),
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
    column(
      'status',
      t('common.status'),
      (item: ManagedItem) => (
        <>
          <StateLabels kind={kind} item={item} />
          <NotReadyCause {...item.condition} />
        </>
      ),
      { ...(kind.status?.sortBy && { sortBy: kind.status.sortBy }) },
    ),
    timeColumn('createdAt', t('common.createdAt'), { sortBy: 'createdAt' }),
  ];
}

const BulkSwitchDialog = lazyDialog(async () => (await import('./bulk-switch-dialog.tsx')).BulkSwitchDialog);

/** The list's bulk switches and their dialog. Has no `bulkActions` if the kind defines none. */
function useBulkSwitch(kind: ResourceKind) {
  const { t } = useWords();
  const [dialog, setDialog] = useState<ReactNode>();
  const onClose = () => setDialog(undefined);
  const bulkActions = togglesOf(kind).map((toggle) => ({
    key: toggle,
    title: t(`catalogue.toggle.${toggle}`),
    isAllowed: (item: ManagedItem) => canSwitch(toggle, item),
    onClick: (items: readonly ManagedItem[], onDone: () => void) =>
      setDialog(<BulkSwitchDialog {...{ kind, toggle, items, onDone, onClose }} />),
  }));
  return { dialog, ...(bulkActions.length > 0 && { bulkActions }) };
}
