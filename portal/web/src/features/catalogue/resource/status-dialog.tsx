import type { ReactNode } from 'react';
import { useWords } from '../../../i18n/words.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { asOperation, type AnyInput } from '../../../api/any-operation.ts';
import { useConfirmedSave } from '../../../ui/form/use-save.ts';
import {
  namesOf,
  type ManagedItem,
  type StatusDialogProps,
  type BulkSwitchProps,
  type ResourceKind,
  type Toggle,
} from './resource-kind.ts';

interface StatusProps extends StatusDialogProps {
  readonly status: string;
  readonly children?: ReactNode;
  readonly onDone?: () => void;
}

export function StatusDialog({ kind, item, status, children, onDone, onClose }: StatusProps) {
  const { t } = useWords();
  const names = namesOf(t, kind.area);
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

/** Asks for confirmation of a bulk switch that needs no input. */
export function ConfirmSwitch(props: BulkSwitchProps & { readonly children?: ReactNode }) {
  const { before, items: _, onSwitch, children, ...dialog } = props;
  return (
    <ConfirmDialog {...dialog} onConfirm={() => onSwitch({})}>
      {before}
      {children}
    </ConfirmDialog>
  );
}

export function isOpening(status: string): boolean {
  return status === 'active' || status === 'enabled';
}

/** The label of a switch. A node in maintenance is not “activated”: its maintenance ends. */
export function toggleTo(status: string, item: ManagedItem) {
  return isEndOfMaintenance(status, item)
    ? 'catalogue.toggle.maintained'
    : (`catalogue.toggle.${status as 'active'}` as const);
}

export function isEndOfMaintenance(status: string, item: ManagedItem): boolean {
  return item.status === 'maintenance' && status === 'active';
}

/** The bulk switches of a list; empty if the kind defines none. */
export function togglesOf({ status }: ResourceKind): readonly Toggle[] {
  if (!status?.ofSeveral) return [];
  const statuses = status.statuses as readonly Toggle[];
  return statuses.includes('maintenance') ? [...statuses, 'maintained'] : statuses;
}

export function statusOf(toggle: Toggle): string {
  return toggle === 'maintained' ? 'active' : toggle;
}

/** False for objects that Git manages and for objects already in that state. */
export function canSwitch(toggle: Toggle, item: ManagedItem): boolean {
  const status = statusOf(toggle);
  if (item.managedBy || item.status === status) return false;
  return isEndOfMaintenance(status, item) === (toggle === 'maintained');
}
