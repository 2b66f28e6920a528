import type { SessionConsole, WorkloadAction } from '@gpulease/contract/enums';
import type { Workload } from '@gpulease/contract/workloads';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../api/client.ts';
import { queryKey } from '../api/queries.ts';
import type { Action } from '../ui/actions-menu.tsx';
import { useToasts } from '../ui/toasts.tsx';
import { ActionDialog } from './action-dialog.tsx';

/** What can be clicked on a workload, apart from the admin's schedule form, which is a dialog of its own. */
export type PowerAction = Exclude<WorkloadAction, 'schedule'>;

const powerActions: readonly PowerAction[] = ['start', 'stop', 'restart', 'destroy'];

interface Pending {
  readonly action: PowerAction;
  readonly workload: Workload;
}

interface WorkloadActions {
  /** The actions of a workload that its state allows. */
  readonly actionsOf: (workload: Workload) => readonly Action[];
  /** Opens the dialog of an action. */
  readonly ask: (action: PowerAction, workload: Workload) => void;
  /** The dialog that is open; to be put somewhere on the page. */
  readonly dialog: ReactNode;
}

/** Starting, stopping, restarting and destroying workloads, each asked about before. */
export function useWorkloadActions(console: SessionConsole): WorkloadActions {
  const { t } = useTranslation();
  const [pending, setPending] = useState<Pending>();
  const run = useRunAction(console);
  const ask = (action: PowerAction, workload: Workload) => setPending({ action, workload });
  return {
    ask,
    actionsOf: (workload) =>
      powerActions
        .filter((action) => workload.allowedActions.includes(action))
        .map((action) => ({
          key: action,
          title: t(`workload.action.${action}`),
          isDanger: action === 'destroy',
          onClick: () => ask(action, workload),
        })),
    dialog: pending && (
      <ActionDialog
        key={`${pending.action} ${pending.workload.user} ${pending.workload.name}`}
        {...pending}
        onConfirm={() => run(pending)}
        onClose={() => setPending(undefined)}
      />
    ),
  };
}

/** Does it, takes the answer for the workload's new state, and says so. */
function useRunAction(console: SessionConsole): (pending: Pending) => Promise<void> {
  const { t } = useTranslation();
  const client = useQueryClient();
  const toasts = useToasts();
  return async ({ action, workload }) => {
    try {
      const changed = await callAction(console, action, workload);
      client.setQueryData(detailKey(console, workload), changed);
      void client.invalidateQueries({ queryKey: queryKey('listWorkloads') });
      void client.invalidateQueries({ queryKey: queryKey('listAllWorkloads') });
      void client.invalidateQueries({ queryKey: queryKey('getBalance') });
      toasts.success(t(`workload.accepted.${action}`, { name: workload.name }));
    } catch (error) {
      toasts.failure(error);
    }
  };
}

function detailKey(console: SessionConsole, { user, name }: Workload) {
  return console === 'admin'
    ? queryKey('getAnyWorkload', { params: { user, name } })
    : queryKey('getWorkload', { params: { name } });
}

function callAction(console: SessionConsole, action: PowerAction, workload: Workload): Promise<Workload> {
  const { user, name } = workload;
  const isAdmin = console === 'admin';
  const own = { params: { name } };
  const any = { params: { user, name } };
  switch (action) {
    case 'start': {
      const body = { expectedPrice: workload.startPrice ?? workload.pricing.price };
      return isAdmin ? call('startAnyWorkload', { ...any, body }) : call('startWorkload', { ...own, body });
    }
    case 'stop':
      return isAdmin ? call('stopAnyWorkload', any) : call('stopWorkload', own);
    case 'restart':
      return isAdmin ? call('restartAnyWorkload', any) : call('restartWorkload', own);
    case 'destroy':
      return isAdmin ? call('destroyAnyWorkload', any) : call('destroyWorkload', own);
  }
}
