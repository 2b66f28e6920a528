import type { ReactNode } from 'react';
import { useWords } from '../../../i18n/words.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { asOperation, type AnyInput } from '../../../api/any-operation.ts';
import type { ManagedItem, StatusDialogProps } from './resource-kind.ts';
import { useConfirmedSave } from '../../../ui/form/use-save.ts';
import { namesOf } from './words.ts';

interface StatusProps extends StatusDialogProps {
  readonly status: string;
  /** More content or choices. */
  readonly children?: ReactNode;
  /** Called on success. */
  readonly onDone?: () => void;
}

/** Asks before it switches an object to another state. */
export function StatusDialog({ kind, item, status, children, onDone, onClose }: StatusProps) {
  const words = useWords();
  const { t } = words;
  const names = namesOf(words, kind.area);
  const save = useConfirmedSave(kind.operations.get, item);
  const change = useAction(asOperation(kind.status?.operation), {
    refreshes: [kind.operations.list, kind.operations.get],
    done: t('catalogue.statusChanged', names),
    onDone: onClose,
  });
  const toggle = t(toggleTo(status, item));
  const opens = isOpening(status);
  return (
    <ConfirmDialog
      title={
        isEndOfMaintenance(status, item)
          ? t('catalogue.askMaintained', { ...names, name: item.name })
          : t('catalogue.askStatus', { ...names, toggle, name: item.name })
      }
      confirmLabel={toggle}
      isDanger={!opens}
      failureTitle={t('catalogue.updateFailed', names)}
      isBusy={change.isBusy}
      failure={change.failure}
      onClose={onClose}
      onConfirm={async () => {
        const input = { params: { name: item.name }, body: { status } };
        await save((ifMatch) => change.run({ ...input, ifMatch } as unknown as AnyInput));
        onDone?.();
      }}
    >
      {t(`catalogue.consequence.${opens ? 'open' : 'closed'}.${kind.area as 'skus'}`)}
      {children}
    </ConfirmDialog>
  );
}

/** Whether the state is one to be used in. */
export function isOpening(status: string): boolean {
  return status === 'active' || status === 'enabled';
}

/** The name of a switch. After maintenance, a node is not “activated”; its maintenance ends. */
export function toggleTo(status: string, item: ManagedItem) {
  return isEndOfMaintenance(status, item)
    ? 'catalogue.toggle.maintained'
    : (`catalogue.toggle.${status as 'active'}` as const);
}

export function isEndOfMaintenance(status: string, item: ManagedItem): boolean {
  return item.status === 'maintenance' && status === 'active';
}
