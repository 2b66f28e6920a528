import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import type { BulkAction } from '../../../ui/table/bulk-menu.tsx';
import { canSwitch, togglesOf } from './bulk-switch.ts';
import type { ManagedItem, ResourceKind, Toggle } from './resource-kind.ts';

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
export function useBulkSwitch(kind: ResourceKind): BulkSwitch {
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
