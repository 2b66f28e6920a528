import type { Workload } from '@gpulease/contract/workloads';
import type { WorkloadGauge } from '@gpulease/contract/workload-gauges';
import { Button } from '@patternfly/react-core';
import { useWords } from '../../../i18n/words.ts';
import { InlineAlert } from '../../../ui/inline-alert.tsx';
import { useAmountText } from '../../../ui/money.tsx';
import { useWorkloadActions } from '../actions/use-workload-actions.tsx';
import type { WorkloadProps } from '../workload.ts';
import { spentIn } from './idle.ts';
import { useGauges } from './use-gauges.ts';

/** For how long a machine has been idle and what that cost, with a button that stops it; nothing while it is not known to be. */
export function IdleAlert({ console, workload }: WorkloadProps) {
  const { t } = useWords();
  const idle = useGauges(console, workload).of(workload)?.idle ?? undefined;
  const actions = useWorkloadActions(console);
  const isPaid = workload.pricing.mode === 'RESERVED';
  const variant = isPaid ? 'info' : 'warning';
  const stop = !isPaid && workload.allowedActions.includes('stop') && (
    <Button isInline variant="link" onClick={() => actions.ask('stop', workload)}>
      {t('workload.action.stop')}
    </Button>
  );
  return (
    <>
      {idle && (
        <InlineAlert
          variant={variant}
          component="h2"
          title={<Sentence workload={workload} {...idle} />}
          {...(stop && { actionLinks: stop })}
        >
          {t('gauges.idleMeans')} {isPaid && t('gauges.idlePaid')}
        </InlineAlert>
      )}
      {actions.dialog}
    </>
  );
}

interface SentenceProps extends NonNullable<WorkloadGauge['idle']> {
  readonly workload: Workload;
}

function Sentence({ workload, seconds, isLonger }: SentenceProps) {
  const { t, format } = useWords();
  const amountText = useAmountText();
  const duration = format.hours(seconds / 3_600);
  const spent = spentIn(workload, seconds);
  if (spent === undefined) return t(isLonger ? 'gauges.idleLonger' : 'gauges.idle', { duration });
  const amount = amountText(spent);
  return t(isLonger ? 'gauges.idleLongerSpent' : 'gauges.idleSpent', { duration, amount });
}
