import { useWords, type Words } from '../../../i18n/words.ts';
import { LinkButton } from '../../../ui/links.tsx';
import { column, linkColumn, timeColumn } from '../../../ui/table/column-kinds.tsx';
import { ResourceTable } from '../../../ui/table/resource-table.tsx';
import { NotReadyCause, StateLabels } from './labels.tsx';
import { createPath, detailsPath, editPath } from './paths.ts';
import type { ManagedItem, ResourceKind, Toggle } from './resource-kind.ts';
import { useResourceActions } from './resource-actions.tsx';
import { namesOf } from './words.ts';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import type { BulkAction } from '../../../ui/table/bulk-menu.tsx';
import { canSwitch, togglesOf } from './bulk-switch.ts';

/** The list of a kind, with its properties as columns and the actions on each object. */
export function ResourceListPage({ kind }: { readonly kind: ResourceKind }) {
  const words = useWords();
  const { t } = words;
  const { area } = kind;
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

interface Pending {
  readonly toggle: Toggle;
  readonly items: readonly ManagedItem[];
  /** Clears the selection that it was opened with. */
  readonly onDone: () => void;
}

interface BulkSwitch {
  /** Absent where a kind's objects are switched one by one. */
  readonly bulkActions?: readonly BulkAction<ManagedItem>[];
  readonly dialog: ReactNode;
}

/** Switching several objects of a list at once, asked about before and told of after. */
function useBulkSwitch(kind: ResourceKind): BulkSwitch {
  const { t } = useTranslation();
  const [pending, setPending] = useState<Pending>();
  const bulkActions = togglesOf(kind).map((toggle) => ({
    key: toggle,
    title: t(`catalogue.toggle.${toggle}`),
    isAllowed: (item: ManagedItem) => canSwitch(toggle, item),
    onClick: (items: readonly ManagedItem[], onDone: () => void) => setPending({ toggle, items, onDone }),
  }));
  return {
    ...(bulkActions.length > 0 && { bulkActions }),
    dialog: pending && <BulkSwitchDialog {...pending} kind={kind} onClose={() => setPending(undefined)} />,
  };
}
