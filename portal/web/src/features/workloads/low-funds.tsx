import type { Workload } from '@gpulease/contract/workloads';
import { Alert } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../api/queries.ts';
import { useFormat } from '../../i18n/format.ts';
import { LinkButton } from '../../ui/links.tsx';

/** Below this many hours, a machine that is paid by the hour is about to be stopped. */
const LAST_HOURS = 1;

/** Hours until the customer's balance stops what runs; undefined while that is further away than the last hour. */
export function useLastHours(): number | undefined {
  const hours = useApi('getBalance').data?.runwayHours ?? undefined;
  return hours !== undefined && hours < LAST_HOURS ? hours : undefined;
}

/** Whether the machine stops when its owner's balance is used up; a reserved one is paid already. */
export function stopsWithoutFunds({ status, pricing }: Pick<Workload, 'status' | 'pricing'>): boolean {
  return status === 'RUNNING' && pricing.mode !== 'RESERVED';
}

interface LowFundsProps {
  readonly hours: number;
  /** Where to come back to after a recharge. */
  readonly returnTo: string;
}

/** Says that the balance is about to stop what runs, and leads to the recharge. */
export function LowFunds({ hours, returnTo }: LowFundsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const search = new URLSearchParams({ returnTo });
  return (
    <Alert
      isInline
      variant="warning"
      component="h2"
      title={t('balance.lastHour', { runway: format.hours(hours) })}
      variantLabel={t('toast.warning')}
      actionLinks={
        <LinkButton isInline variant="link" to={`/recharge?${search.toString()}`}>
          {t('cost.recharge')}
        </LinkButton>
      }
    >
      {t('balance.lastHourBody')}
    </Alert>
  );
}
