import type { SessionConsole } from '@gpulease/contract/enums';
import { displayAmount } from '@gpulease/contract/money';
import type { Workload } from '@gpulease/contract/workloads';
import { Content, List, ListItem } from '@patternfly/react-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { nameIn } from '../workload.ts';
import { BulkResults } from '../../../ui/bulk-results.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { WhenStopped } from '../../../ui/disk-rules.tsx';
import { useMoneyDisplay } from '../../../ui/money.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { useEach } from '../../../ui/use-each.ts';
import { useNames } from '../../../ui/use-names.ts';
import { planOf } from './bulk.ts';
import { refundSentence } from './consequence.tsx';
import { type PowerAction, expectedAmounts, explained, paramsOf, powerOperation } from './power-actions.ts';

interface BulkDialogProps {
  readonly console: SessionConsole;
  readonly action: PowerAction;
  readonly workloads: readonly Workload[];
  readonly onDone?: (() => void) | undefined;
  readonly onClose: () => void;
}

export function BulkDialog({ console, action, workloads, onDone, onClose }: BulkDialogProps) {
  const { t } = useTranslation();
  const [plan] = useState(() => planOf(action, workloads));
  const { run, outcomes, isBusy, stop } = useBulkAction(console, action);
  const { length: count } = plan.acted;
  if (outcomes && !isBusy)
    return (
      <BulkResults
        title={(counts) => t('bulk.results', { action: t(`workload.action.${action}`), ...counts })}
        outcomes={outcomes}
        untouched={plan.acted.slice(outcomes.length)}
        nameOf={nameIn(console)}
        sentences={{
          done: (names) => t('bulk.accepted', { names }),
          untouched: (names) => t('bulk.untouched', { names }),
        }}
        onClose={onClose}
      />
    );
  return (
    <ConfirmDialog
      title={t(`bulk.ask.${action}`, { count })}
      confirmLabel={
        isBusy ? t('bulk.progress', { done: outcomes?.length ?? 0, count }) : t(`workload.action.${action}`)
      }
      isDanger={action === 'destroy'}
      isBusy={isBusy}
      {...(action === 'destroy' && { typedName: String(count) })}
      {...(console === 'admin' && { reasonHelp: t('explained.forUser') })}
      onConfirm={async (reason) => {
        await run(plan.acted, reason);
        onDone?.();
      }}
      onClose={isBusy ? stop : onClose}
    >
      <Before console={console} action={action} plan={plan} />
    </ConfirmDialog>
  );
}

interface BeforeProps extends Pick<BulkDialogProps, 'console' | 'action'> {
  readonly plan: ReturnType<typeof planOf>;
}

/** The machines and the effect on them, their data and their cost, with a sentence for each kind of pricing. */
function Before({ console, action, plan }: BeforeProps) {
  const { t } = useTranslation();
  const money = useMoneyDisplay();
  const listed = useNames();
  const nameOf = nameIn(console);
  const { acted, skipped, hold, refund, reserved } = plan;
  const isMetered = acted.length > reserved;
  const sentences: Readonly<Record<PowerAction, readonly string[]>> = {
    start: [
      ...(isMetered ? [t('bulk.start.metered', { hold: displayAmount(hold, money) })] : []),
      ...(reserved > 0 ? [t('bulk.start.reserved', { count: reserved })] : []),
    ],
    stop: [
      ...(isMetered
        ? [t(console === 'admin' ? 'consequenceForOwner.stop.several' : 'bulk.stop.metered')]
        : []),
      ...(reserved > 0 ? [t('bulk.stop.reserved', { count: reserved })] : []),
    ],
    restart: [t('workload.consequence.restart')],
    destroy: [
      t('bulk.destroy'),
      ...(refund === null ? [] : [refundSentence(t, console, displayAmount(refund, money))]),
    ],
  };
  return (
    <Content>
      <p>{listed(acted.map(nameOf))}</p>
      <List>
        {sentences[action].map((sentence) => (
          <ListItem key={sentence}>{sentence}</ListItem>
        ))}
        {action === 'stop' && console === 'user' && (
          <ListItem>
            <WhenStopped />
          </ListItem>
        )}
      </List>
      {skipped.length > 0 && (
        <p>{t('bulk.skipped', { count: skipped.length, names: listed(skipped.map(nameOf)) })}</p>
      )}
    </Content>
  );
}

function useBulkAction(console: SessionConsole, action: PowerAction) {
  const one = useAction(powerOperation(console, action), {
    refreshes: ['listWorkloads', 'listAllWorkloads', 'getBalance'],
  });
  const each = useEach<Workload>();
  const act = (workload: Workload, reason: string) => {
    const { startPrice, pricing, term } = workload;
    const body = expectedAmounts(action, startPrice ?? pricing, term?.refund ?? null);
    return one.run({ params: paramsOf(console, workload), ...explained(console, body, reason) });
  };
  return {
    ...each,
    run: (workloads: readonly Workload[], reason: string) =>
      each.run(workloads, (workload) => act(workload, reason)),
  };
}
