import type { SessionConsole } from '@gpulease/contract/enums';
import type { Workload } from '@gpulease/contract/workloads';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import type { BulkAction } from '../../../ui/table/bulk-menu.tsx';
import { powerActions, type PowerAction } from './power-actions.ts';

const BulkDialog = lazyDialog(async () => (await import('./bulk-dialog.tsx')).BulkDialog);

interface Pending {
  readonly action: PowerAction;
  readonly workloads: readonly Workload[];
  /** Clears the selection that it was opened with. */
  readonly onDone: () => void;
}

interface BulkActions {
  readonly bulkActions: readonly BulkAction<Workload>[];
  /** The open dialog, to be placed on the page. */
  readonly dialog: ReactNode;
}

/** Starts, stops, restarts and destroys several workloads, with a confirmation before and the results after. */
export function useBulkActions(console: SessionConsole): BulkActions {
  const { t } = useTranslation();
  const [pending, setPending] = useState<Pending>();
  return {
    bulkActions: powerActions.map((action) => ({
      key: action,
      title: t(`workload.action.${action}`),
      isDanger: action === 'destroy',
      isAllowed: ({ allowedActions }) => allowedActions.includes(action),
      onClick: (workloads, onDone) => setPending({ action, workloads, onDone }),
    })),
    dialog: pending && <BulkDialog {...pending} console={console} onClose={() => setPending(undefined)} />,
  };
}
