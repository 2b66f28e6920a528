import type { SessionConsole } from '@gpulease/contract/enums';
import type { Workload } from '@gpulease/contract/workloads';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Action } from '../../../ui/actions-menu.tsx';
import { ActionDialog } from './action-dialog.tsx';
import { powerActions, wordsOf, type PowerAction } from './power-actions.ts';

interface Pending {
  readonly action: PowerAction;
  readonly workload: Workload;
}

export interface WorkloadActions {
  /** The actions of a workload that its state allows. */
  readonly actionsOf: (workload: Workload) => readonly Action[];
  /** Opens the dialog of an action. */
  readonly ask: (action: PowerAction, workload: Workload) => void;
  /** The open dialog, to be placed on the page. */
  readonly dialog: ReactNode;
}

/** Starts, stops, restarts and destroys a workload after a confirmation. */
export function useWorkloadActions(console: SessionConsole): WorkloadActions {
  const { t } = useTranslation();
  const [pending, setPending] = useState<Pending>();
  const ask = (action: PowerAction, workload: Workload) => setPending({ action, workload });
  return {
    ask,
    actionsOf: (workload) =>
      powerActions
        .filter((action) => workload.allowedActions.includes(action))
        .map((action) => ({
          key: action,
          title: t(`workload.action.${wordsOf(action, workload)}`),
          isDanger: action === 'destroy',
          onClick: () => ask(action, workload),
        })),
    dialog: pending && (
      <ActionDialog
        key={`${pending.action} ${rowKeyOf(pending.workload)}`}
        {...pending}
        console={console}
        onClose={() => setPending(undefined)}
      />
    ),
  };
}

/** Identifies a workload among earlier ones of the same name and pending orders. */
export function rowKeyOf({ uid, orderId, user, name }: Workload): string {
  return uid ?? orderId ?? `${user}/${name}`;
}
