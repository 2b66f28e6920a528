import type { WorkloadGauge } from '@gpulease/contract/workload-gauges';
import type { Workload } from '@gpulease/contract/workloads';
import { Button, Content } from '@patternfly/react-core';
import { type Formatter } from '../../../i18n/format.ts';
import { useLanguage } from '../../../i18n/i18n.ts';
import { useWords } from '../../../i18n/words.ts';
import { useAmountText } from '../../../ui/money.tsx';
import { StatusLabel } from '../../../ui/status-label.tsx';
import type { WorkloadActions } from '../actions/use-workload-actions.tsx';
import { isAboutToStop } from '../auto-stop/auto-stop.ts';
import { OneMoreHour } from '../auto-stop/one-more-hour.tsx';
import { shortCauseFor } from '../causes.ts';
import { stopsWithoutFunds } from '../low-funds.tsx';
import { spentIn, type WorkloadProps } from '../workload.ts';

type Idle = NonNullable<WorkloadGauge['idle']>;

interface StatusCellProps extends WorkloadProps {
  /** How long the reader's balance lasts, if it is about to run out. */
  readonly lastHours: number | undefined;
  readonly idle: Idle | undefined;
  readonly ask: WorkloadActions['ask'];
}

/** The status with its most important detail. Below it, the cause or the cost of an idle machine. */
export function StatusCell({ console, workload, lastHours, idle, ask }: StatusCellProps) {
  const detail = useDetail({ workload, lastHours, idle });
  return (
    <>
      <StatusLabel kind="workload" status={workload.status} {...(detail && { detail })} />{' '}
      <OneMoreHour console={console} workload={workload} />
      {console === 'user' && <Cause workload={workload} />}
      {idle && <IdleCost workload={workload} idle={idle} ask={ask} />}
    </>
  );
}

/** The most important detail beside the status: the first that applies. */
function useDetail({ workload, lastHours, idle }: Omit<StatusCellProps, 'console' | 'ask'>) {
  const { t, format } = useWords();
  const { queuePlace, stopAt, plannedMaintenance: planned } = workload;
  const stopsIn = stopsWithoutFunds(workload) ? lastHours : undefined;
  const details = [
    queuePlace !== null && t('workload.queuePlace', { place: queuePlace }),
    isAboutToStop(workload) && t('autoStop.stopsAt', { time: format.hour(stopAt ?? '') }),
    stopsIn !== undefined && t('balance.stopsIn', { runway: format.shortHours(stopsIn) }),
    planned !== null && t('workload.plannedShort', { time: format.dayAndHour(planned.startTime) }),
    idle !== undefined && t('gauges.idleShort', { duration: shortIdle(idle, format) }),
  ];
  return details.find((text) => text !== false);
}

function shortIdle({ seconds, isLonger }: Idle, format: Formatter): string {
  return `${format.shortHours(seconds / 3_600)}${isLonger ? '+' : ''}`;
}

/** Reasons that the owner already knows. */
const IN_ORDER: readonly string[] = ['', 'Stopped', 'StopRequested'];
const IDLING: readonly Workload['status'][] = ['PENDING', 'STOPPED', 'FAILED'];

/** Why a machine does not run, unless its owner stopped it. Operators have a column for the reason. */
function Cause({ workload }: Pick<StatusCellProps, 'workload'>) {
  const language = useLanguage();
  const { status, reason, queuePlace } = workload;
  if (!IDLING.includes(status) || IN_ORDER.includes(reason) || queuePlace !== null) return null;
  return <Content component="small">{shortCauseFor('user', workload, language)}</Content>;
}

type IdleCostProps = Pick<StatusCellProps, 'workload' | 'ask'> & { readonly idle: Idle };

/** The cost of a machine while idle, with a button to stop it. */
function IdleCost({ workload, idle, ask }: IdleCostProps) {
  const { t } = useWords();
  const amountText = useAmountText();
  const spent = spentIn(workload, idle.seconds);
  if (spent === undefined) return null;
  return (
    <Content component="small">
      {t(idle.isLonger ? 'gauges.spentAtLeast' : 'gauges.spent', { amount: amountText(spent) })}{' '}
      {workload.allowedActions.includes('stop') && (
        <Button
          isInline
          variant="link"
          aria-label={t('gauges.stopIdle', { name: workload.name })}
          onClick={() => ask('stop', workload)}
        >
          {t('workload.action.stop')}
        </Button>
      )}
    </Content>
  );
}
