import type { Workload } from '@gpulease/contract/workloads';
import { HOUR_MS } from '@gpulease/contract/durations';
import { Button } from '@patternfly/react-core';
import { useQueryClient } from '@tanstack/react-query';
import { queryKey } from '../../../api/queries.ts';
import { useWords } from '../../../i18n/words.ts';
import { useAction } from '../../../ui/use-action.ts';
import type { WorkloadProps } from '../workload.ts';
import { isAboutToStop } from './auto-stop.ts';

/** A button with which the owner postpones an imminent automatic stop by an hour. */
export function OneMoreHour({ console, workload }: WorkloadProps) {
  return console === 'user' && isAboutToStop(workload) && <PostponeButton {...workload} />;
}

function PostponeButton({ name, etag, autoStopAt }: Workload) {
  const { t, format } = useWords();
  const client = useQueryClient();
  const postponedUntil = new Date(Date.parse(autoStopAt ?? '') + HOUR_MS).toISOString();
  const change = useAction('updateWorkload', {
    refreshes: ['listWorkloads', 'listWorkloadEvents'],
    done: t('autoStop.postponed', { name, time: format.minute(postponedUntil) }),
  });
  const params = { name };
  const postpone = async () => {
    await change.attempt({ params, ifMatch: etag, body: { postponedUntil } });
    await client.invalidateQueries({ queryKey: queryKey('getWorkload', { params }) });
  };
  return (
    <Button isInline variant="link" isDisabled={change.isBusy} onClick={() => void postpone()}>
      {t('autoStop.oneMoreHour')}
    </Button>
  );
}
