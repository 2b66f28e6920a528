import type { Workload } from '@gpulease/contract/workloads';
import { useApi } from '../../api/queries.ts';
import { useWords } from '../../i18n/words.ts';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { LinkButton } from '../../ui/links.tsx';

const LAST_HOURS = 1;

/** Hours until the customer's balance runs out; undefined if it lasts longer than the last hour. */
export function useLastHours(): number | undefined {
  const hours = useApi('getBalance').data?.runwayHours ?? undefined;
  return hours !== undefined && hours < LAST_HOURS ? hours : undefined;
}

/** Whether the machine stops when its owner's balance runs out; reserved ones are already paid. */
export function stopsWithoutFunds({ status, pricing }: Pick<Workload, 'status' | 'pricing'>): boolean {
  return status === 'RUNNING' && pricing.mode !== 'RESERVED';
}

export function LowFunds({ hours, returnTo }: { readonly hours: number; readonly returnTo: string }) {
  const { t, format } = useWords();
  const search = new URLSearchParams({ returnTo });
  return (
    <InlineAlert
      variant="warning"
      component="h2"
      title={t('balance.lastHour', { runway: format.hours(hours) })}
      actionLinks={
        <LinkButton isInline variant="link" to={`/recharge?${search.toString()}`}>
          {t('cost.recharge')}
        </LinkButton>
      }
    >
      {t('balance.lastHourBody')}
    </InlineAlert>
  );
}
