import { type ReactNode, useEffect, useState } from 'react';
import { asOperation, type AnyInput } from '../../../api/any-operation.ts';
import type { Failure } from '../../../api/failure.ts';
import { useApi } from '../../../api/queries.ts';
import { useWords } from '../../../i18n/words.ts';
import type { Action } from '../../../ui/actions-menu.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useConfirmedSave } from '../../../ui/form/use-save.ts';
import { useAction } from '../../../ui/use-action.ts';
import { detailsPath } from './paths.ts';
import type { ManagedItem, ResourceKind } from './resource-kind.ts';
import { StatusDialog, toggleTo } from './status-dialog.tsx';
import { namesOf } from './words.ts';

interface ResourceActions {
  /** The other states, and the deletion; nothing for objects managed from Git. */
  readonly of: (item: ManagedItem) => readonly Action[];
  readonly dialog: ReactNode;
}

interface Asked {
  readonly what: Wish;
  readonly item: ManagedItem;
}

/** The actions on an object beside editing it, with their dialogs. */
export function useResourceActions(kind: ResourceKind, onDeleted?: () => void): ResourceActions {
  const words = useWords();
  const { t } = words;
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  const actionsOf = (item: ManagedItem): readonly Action[] => {
    if (item.managedBy) return [];
    const statuses = kind.status?.statuses.filter((status) => status !== item.status) ?? [];
    return [
      ...statuses.map((status) => ({
        key: status,
        title: t(toggleTo(status, item)),
        onClick: () => setAsked({ what: { status }, item }),
      })),
      {
        key: 'delete',
        title: t('common.delete'),
        isDanger: true,
        isDisabled: item.deleting,
        onClick: () => setAsked({ what: 'delete', item }),
      },
    ];
  };
  return {
    of: actionsOf,
    dialog: asked && <ActionDialog kind={kind} {...asked} onClose={close} onDeleted={onDeleted} />,
  };
}

interface ActionDialogProps extends Asked {
  readonly kind: ResourceKind;
  readonly onClose: () => void;
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
  const words = useWords();
  const { t } = words;
  const names = namesOf(words, kind.area);
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

/** The tab of the object's page with the full list of what uses it. */
function usesPath(page: string, failure: Failure | null): string | undefined {
  const last = failure?.details.usedBy?.items.at(-1);
  return last && `${page}?tab=${tabs[last.kind]}`;
}

/** The requested state of an object. */
type Wish = 'delete' | { readonly status: string };

/** Closes a dialog once its object is gone or somebody else has done what the dialog asks for. */
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
  const isOver = isFetchedAfterMount && (isGone || (data !== undefined && isAsWished(data, what)));
  useEffect(() => {
    if (isOver) onClose();
  }, [isOver, onClose]);
}

function isAsWished(item: ManagedItem, what: Wish): boolean {
  return what === 'delete' ? item.deleting : item.status === what.status;
}
