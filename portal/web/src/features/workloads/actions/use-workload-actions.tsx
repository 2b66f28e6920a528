import type { SessionConsole } from '@gpulease/contract/enums';
import type { Workload } from '@gpulease/contract/workloads';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Action } from '../../../ui/actions-menu.tsx';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import type { BulkAction } from '../../../ui/table/bulk-menu.tsx';
import { rowKeyOf } from '../workload.ts';
import { ActionDialog } from './action-dialog.tsx';
import { powerActions, wordsOf, type PowerAction } from './power-actions.ts';

const BulkDialog = lazyDialog(async () => (await import('./bulk-dialog.tsx')).BulkDialog);

export interface WorkloadActions {
  /** The actions that the state of a workload allows. */
  readonly actionsOf: (workload: Workload) => readonly Action[];
  readonly bulkActions: readonly BulkAction<Workload>[];
  readonly ask: (action: PowerAction, workload: Workload) => void;
  /** The open dialog, to be placed on the page. */
  readonly dialog: ReactNode;
}

/** Starts, stops, restarts and destroys one or several workloads after a confirmation. */
export function useWorkloadActions(console: SessionConsole): WorkloadActions {
  const { t } = useTranslation();
  const [dialog, setDialog] = useState<ReactNode>();
  const onClose = () => setDialog(undefined);
  const ask = (action: PowerAction, workload: Workload) =>
    setDialog(
      <ActionDialog key={`${action} ${rowKeyOf(workload)}`} {...{ console, action, workload, onClose }} />,
    );
  return {
    ask,
    dialog,
    actionsOf: (workload) =>
      powerActions
        .filter((action) => workload.allowedActions.includes(action))
        .map((action) => ({
          key: action,
          title: t(`workload.action.${wordsOf(action, workload)}`),
          isDanger: action === 'destroy',
          onClick: () => ask(action, workload),
        })),
    bulkActions: powerActions.map((action) => ({
      key: action,
      title: t(`workload.action.${action}`),
      isDanger: action === 'destroy',
      isAllowed: ({ allowedActions }) => allowedActions.includes(action),
      onClick: (workloads, onDone) =>
        setDialog(<BulkDialog key={action} {...{ console, action, workloads, onDone, onClose }} />),
    })),
  };
}
