import type { SpendingExcess } from '@gpulease/contract/common';
import type { SessionConsole } from '@gpulease/contract/enums';
import { excessOf } from '@gpulease/contract/spending';
import type { Workload } from '@gpulease/contract/workloads';
import { Stack, StackItem } from '@patternfly/react-core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../../api/failure.ts';
import { queryKey, useApi } from '../../../api/queries.ts';
import { isSameWorkload, newerWorkload } from '../../../api/versions.ts';
import { BeyondLimit } from '../../../ui/beyond-limit.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { InlineAlert } from '../../../ui/inline-alert.tsx';
import { StatusLabel } from '../../../ui/status-label.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { nameIn, startHold } from '../workload.ts';
import { Consequence, type ConsequenceProps, DiskKept } from './consequence.tsx';
import {
  expectedAmounts,
  explained,
  paramsOf,
  type PowerAction,
  powerOperations,
  wordsOf,
} from './power-actions.ts';

interface ActionDialogProps {
  readonly console: SessionConsole;
  readonly action: PowerAction;
  /** The machine when the dialog was opened. */
  readonly workload: Workload;
  readonly onClose: () => void;
}

const TOO_LATE = new Failure('REQUEST_FAILED', 409, { details: { reason: 'ILLEGAL_TRANSITION' } });

/**
 * Explains what an action does and costs before it is done; destroying asks for the name. Once the machine is in a state
 * that does not allow the action, because of somebody else or by itself, the dialog says so instead.
 */
export function ActionDialog(props: ActionDialogProps) {
  const { console, action, workload, onClose } = props;
  const { t } = useTranslation();
  const { price, refund, run, isBusy, failure } = usePowerAction(props);
  const beyond = useStartLimit({ console, action, price });
  const latest = useLatestWorkload(console, workload);
  const isTooLate = !isBusy && !latest.allowedActions.includes(action);
  const name = nameIn(console)(workload);
  const words = wordsOf(action, workload);
  return (
    <ConfirmDialog
      title={t(`workload.ask.${words}`, { name })}
      confirmLabel={t(`workload.action.${words}`)}
      isDanger={action === 'destroy'}
      isBusy={isBusy}
      isImpossible={isTooLate || beyond !== undefined}
      {...(!isTooLate && { failureTitle: t(`workload.notDone.${words}`, { name }) })}
      failure={isTooLate ? (failure ?? TOO_LATE) : failure}
      {...(action === 'destroy' && { typedName: name })}
      {...(console === 'admin' && { reasonHelp: t('explained.forUser') })}
      onConfirm={run}
      onClose={onClose}
    >
      {isTooLate ? (
        <StatusLabel kind="workload" status={latest.status} />
      ) : (
        <Effects {...{ console, action, workload, price, refund, beyond }} />
      )}
    </ConfirmDialog>
  );
}

interface EffectsProps extends ConsequenceProps {
  /** The limit of spending that stands against it. */
  readonly beyond: SpendingExcess | undefined;
}

/** What the action does, and what stands against it. */
function Effects({ beyond, ...props }: EffectsProps) {
  const { t } = useTranslation();
  return (
    <Stack hasGutter>
      <StackItem>
        <Consequence {...props} />
      </StackItem>
      {props.action === 'stop' && (
        <StackItem>
          <DiskKept {...props} />
        </StackItem>
      )}
      {beyond && (
        <InlineAlert variant="warning" title={t('spending.beyondTitle')}>
          <BeyondLimit {...beyond} />
        </InlineAlert>
      )}
    </Stack>
  );
}

/** Runs the action for the amounts that are shown. If they are out of date, shows the current ones instead. */
function usePowerAction({ console, action, workload, onClose }: ActionDialogProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const name = nameIn(console)(workload);
  const { run, isBusy, failure } = useAction(powerOperations[console][action], {
    refreshes: ['listWorkloads', 'listAllWorkloads', 'getBalance'],
    done: t(`workload.accepted.${wordsOf(action, workload)}`, { name }),
    onDone: onClose,
  });
  const [shown, setShown] = useState({ price: workload.startPrice, refund: workload.term?.refund ?? null });
  const price = presentPrice(failure) ?? shown.price;
  const refund = failure?.details.refund ?? shown.refund;
  const body = expectedAmounts(action, price ?? workload.pricing, refund);
  return {
    price,
    refund,
    isBusy,
    failure,
    run: async (reason: string) => {
      setShown({ price, refund });
      const params = paramsOf(console, workload);
      const changed = await run({ params, ...explained(console, body, reason) });
      client.setQueryData(queryKey(details[console], { params }), changed);
    },
  };
}

/** The current price in a refusal. */
function presentPrice(failure: Failure | null): Workload['startPrice'] {
  const { price, unit } = failure?.details ?? {};
  return price !== undefined && unit !== undefined ? { price, unit } : null;
}

const details = { user: 'getWorkload', admin: 'getAnyWorkload' } as const;

/** The current machine: the known one until it is loaded, then a live one. */
function useLatestWorkload(console: SessionConsole, known: Workload): Workload {
  const { data: read } = useApi(details[console], { params: paramsOf(console, known) }, { staleTime: 0 });
  if (!read) return known;
  // Another machine may have its name by now.
  if (known.uid !== null && !isSameWorkload(known, read))
    return { ...known, status: 'DESTROYED', allowedActions: [] };
  return newerWorkload(known, read);
}

interface Asked {
  readonly console: SessionConsole;
  readonly action: PowerAction;
  /** The price of a start; null if the term is paid. */
  readonly price: Workload['startPrice'];
}

/** The customer's own limit of spending that stands against a start; none while that is not known. */
function useStartLimit({ console, action, price }: Asked): SpendingExcess | undefined {
  const isOwnStart = console === 'user' && action === 'start';
  const { data } = useApi('getSpending', undefined, {
    enabled: isOwnStart && price !== null,
    staleTime: 0,
  });
  if (!isOwnStart || price === null || !data) return undefined;
  return excessOf(data, { perHour: startHold(price), charge: 0n });
}
