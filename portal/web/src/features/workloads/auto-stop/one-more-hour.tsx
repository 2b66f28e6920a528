import type { SessionConsole } from '@gpulease/contract/enums';
import type { Workload } from '@gpulease/contract/workloads';
import { HOUR_MS } from '@gpulease/contract/durations';
import { Button } from '@patternfly/react-core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { queryKey } from '../../../api/queries.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useAction } from '../../../ui/use-action.ts';
import { isAboutToStop } from './auto-stop.ts';

interface OneMoreHourProps {
  readonly console: SessionConsole;
  readonly workload: Workload;
}

/** The button with which an owner puts an automatic stop off for an hour, while its warning lasts. */
export function OneMoreHour({ console, workload }: OneMoreHourProps) {
  return console === 'user' && isAboutToStop(workload) && <PostponeButton {...workload} />;
}

function PostponeButton({ name, etag, autoStopAt }: Workload) {
  const { t } = useTranslation();
  const format = useFormat();
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
