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
import { nameIn, startHold, type WorkloadProps } from '../workload.ts';
import { Consequence, type ConsequenceProps, DiskKept } from './consequence.tsx';
import {
  expectedAmounts,
  explained,
  paramsOf,
  type PowerAction,
  powerOperation,
  wordsOf,
} from './power-actions.ts';

interface ActionDialogProps extends WorkloadProps {
  readonly action: PowerAction;
  readonly onClose: () => void;
}

const TOO_LATE = new Failure('REQUEST_FAILED', 409, { details: { reason: 'ILLEGAL_TRANSITION' } });

/** Explains an action's effect and cost before running it, or that the machine's state no longer allows it. */
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

function Effects({ beyond, ...props }: ConsequenceProps & { readonly beyond: SpendingExcess | undefined }) {
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

/** Runs the action for the displayed amounts. If they are out of date, shows the current ones instead. */
function usePowerAction({ console, action, workload, onClose }: ActionDialogProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const name = nameIn(console)(workload);
  const { run, isBusy, failure } = useAction(powerOperation(console, action), {
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

function presentPrice(failure: Failure | null): Workload['startPrice'] {
  const { price, unit } = failure?.details ?? {};
  return price !== undefined && unit !== undefined ? { price, unit } : null;
}

const details = { user: 'getWorkload', admin: 'getAnyWorkload' } as const;

/** The machine's latest state: `known` until it is loaded, then live. */
function useLatestWorkload(console: SessionConsole, known: Workload): Workload {
  const { data: read } = useApi(details[console], { params: paramsOf(console, known) }, { staleTime: 0 });
  if (!read) return known;
  // Another machine may have taken its name.
  if (known.uid !== null && !isSameWorkload(known, read))
    return { ...known, status: 'DESTROYED', allowedActions: [] };
  return newerWorkload(known, read);
}

function useStartLimit({ console, action, price }: Pick<ConsequenceProps, 'console' | 'action' | 'price'>) {
  const isOwnStart = console === 'user' && action === 'start';
  const { data } = useApi('getSpending', undefined, { enabled: isOwnStart && price !== null, staleTime: 0 });
  if (!isOwnStart || price === null || !data) return undefined;
  return excessOf(data, { perHour: startHold(price), charge: 0n });
}
