import { type ReactNode, useEffect, useState } from 'react';
import { asOperation, type AnyInput } from '../../../api/any-operation.ts';
import type { Failure } from '../../../api/failure.ts';
import { useApi } from '../../../api/queries.ts';
import { useWords } from '../../../i18n/words.ts';
import type { Action } from '../../../ui/actions-menu.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useConfirmedSave } from '../../../ui/form/use-save.ts';
import { useAction } from '../../../ui/use-action.ts';
import {
  detailsPath,
  namesOf,
  type ManagedItem,
  type ResourceKind,
  type StatusDialogProps,
} from './resource-kind.ts';
import { StatusDialog, toggleTo } from './status-dialog.tsx';

interface ResourceActions {
  /** Changes of status and deletion; empty for objects managed from Git. */
  readonly of: (item: ManagedItem) => readonly Action[];
  readonly dialog: ReactNode;
}

export function useResourceActions(kind: ResourceKind, onDeleted?: () => void): ResourceActions {
  const { t } = useWords();
  const [dialog, setDialog] = useState<ReactNode>();
  const onClose = () => setDialog(undefined);
  const ask = (what: Wish, item: ManagedItem) =>
    setDialog(<ActionDialog {...{ kind, what, item, onClose, onDeleted }} />);
  const actionsOf = (item: ManagedItem): readonly Action[] => {
    if (item.managedBy) return [];
    const statuses = kind.status?.statuses.filter((status) => status !== item.status) ?? [];
    return [
      ...statuses.map((status) => ({
        key: status,
        title: t(toggleTo(status, item)),
        onClick: () => ask({ status }, item),
      })),
      {
        key: 'delete',
        title: t('common.delete'),
        isDanger: true,
        isDisabled: item.deleting,
        onClick: () => ask('delete', item),
      },
    ];
  };
  return { of: actionsOf, dialog };
}

interface ActionDialogProps extends StatusDialogProps {
  readonly what: Wish;
  readonly onDeleted: (() => void) | undefined;
}

function ActionDialog({ what, ...props }: ActionDialogProps) {
  const { kind, item, onClose } = props;
  useCloseWhenOver(kind, { item, what }, onClose);
  if (what === 'delete') return <DeleteDialog {...props} />;
  const Dialog = kind.status?.dialogs?.[what.status];
  return Dialog ? (
    <Dialog kind={kind} item={item} onClose={onClose} />
  ) : (
    <StatusDialog kind={kind} item={item} status={what.status} onClose={onClose} />
  );
}

function DeleteDialog({ kind, item, onClose, onDeleted }: Omit<ActionDialogProps, 'what'>) {
  const { t } = useWords();
  const names = namesOf(t, kind.area);
  const save = useConfirmedSave(kind.operations.get, item);
  const remove = useAction(asOperation(kind.operations.remove), {
    refreshes: [kind.operations.list],
    done: t('catalogue.deleted', names),
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      isDanger
      title={t('catalogue.askDelete', { ...names, name: item.name })}
      confirmLabel={t('common.delete')}
      failureTitle={t('catalogue.deleteFailed', names)}
      typedName={item.name}
      usesPath={usesPath(detailsPath(kind, item), remove.failure)}
      isBusy={remove.isBusy}
      failure={remove.failure}
      onClose={onClose}
      onConfirm={async () => {
        await save((ifMatch) => remove.run({ params: { name: item.name }, ifMatch } as AnyInput));
        onDeleted?.();
      }}
    >
      {t('catalogue.deleteBody')}
    </ConfirmDialog>
  );
}

const tabs = { NODE: 'nodes', SKU: 'skus', WORKLOAD: 'workloads' } as const;

function usesPath(page: string, failure: Failure | null): string | undefined {
  const last = failure?.details.usedBy?.items.at(-1);
  return last && `${page}?tab=${tabs[last.kind]}`;
}

type Wish = 'delete' | { readonly status: string };

/** Closes a dialog once its object is gone or already in the requested state. */
function useCloseWhenOver(
  kind: ResourceKind,
  { item: { name }, what }: { readonly item: ManagedItem; readonly what: Wish },
  onClose: () => void,
): void {
  const { data, error, isFetchedAfterMount } = useApi(
    kind.operations.get,
    { params: { name } },
    { staleTime: 0 },
  );
  const isGone = error?.code === 'RESOURCE_NOT_FOUND';
  const isOver = isFetchedAfterMount && (isGone || (data !== undefined && isInRequestedState(data, what)));
  useEffect(() => {
    if (isOver) onClose();
  }, [isOver, onClose]);
}

function isInRequestedState(item: ManagedItem, what: Wish): boolean {
  return what === 'delete' ? item.deleting : item.status === what.status;
}
