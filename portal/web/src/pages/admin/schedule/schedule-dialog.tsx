import type { Workload } from '@gpulease/contract/workloads';
import { Button, Content, Spinner, Stack, StackItem } from '@patternfly/react-core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../../api/queries.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { LoadingPage } from '../../../ui/loading.tsx';
import { useToasts } from '../../../ui/toasts.tsx';
import { nameIn } from '../../../workloads/name-in.ts';
import { outcomeOf } from './outcome.ts';
import { ScheduleForm } from './schedule-form.tsx';

/** How often the outcome is looked for, besides at each live event. */
const POLL_MS = 1_000;

interface ScheduleDialogProps {
  readonly workload: Workload;
  readonly onClose: () => void;
}

/** Places a machine by hand: where, when and how it is reached, from the platform's own plan on; and what comes of it. */
export function ScheduleDialog({ workload, onClose }: ScheduleDialogProps) {
  const { t } = useTranslation();
  const { user, name } = workload;
  const plan = useApi('getWorkloadPlan', { params: { user, name } }, { staleTime: 0 });
  const { outcome, refused, accept } = useOutcome(workload);
  useDone(outcome === 'done', workload, onClose);
  const isAsked = outcome === undefined || outcome === 'refused';
  const shown = isAsked && plan.isFetchedAfterMount ? plan.data : undefined;
  return (
    <Dialog
      title={t('schedule.title', { name: nameIn('admin')(workload) })}
      onClose={onClose}
      actions={shown === undefined && <CloseButton onClose={onClose} />}
    >
      {!isAsked && <Waiting />}
      {isAsked && shown === undefined && <Loaded query={plan}>{() => <LoadingPage />}</Loaded>}
      {shown && (
        <ScheduleForm
          key={shown.etag}
          workload={workload}
          plan={shown}
          refused={refused}
          onAccepted={accept}
          onStale={() => void plan.refetch()}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

/** What has come of the choice, once one was accepted. */
function useOutcome({ user, name }: Workload) {
  const [accepted, setAccepted] = useState<string>();
  const { data } = useApi(
    'getAnyWorkload',
    { params: { user, name } },
    { enabled: accepted !== undefined, refetchInterval: POLL_MS },
  );
  const outcome = accepted === undefined ? undefined : data ? outcomeOf(data, accepted) : 'waiting';
  return {
    outcome,
    refused: outcome === 'refused' ? data : undefined,
    accept: ({ etag }: Workload) => setAccepted(etag),
  };
}

/** Says so and closes, once the platform has taken the choice; of a stopped machine, that nothing happens yet. */
function useDone(isDone: boolean, workload: Workload, onClose: () => void): void {
  const { t } = useTranslation();
  const { success } = useToasts();
  const name = nameIn('admin')(workload);
  const done = workload.status === 'STOPPED' ? 'schedule.doneStopped' : 'schedule.done';
  useEffect(() => {
    if (!isDone) return;
    success(t(done, { name }));
    onClose();
  }, [isDone, done, name, onClose, success, t]);
}

function Waiting() {
  const { t } = useTranslation();
  return (
    <Stack hasGutter>
      <StackItem>
        <Spinner size="lg" aria-label={t('common.loading')} aria-valuetext={t('common.loading')} />
      </StackItem>
      <StackItem>
        <Content component="p">{t('schedule.waiting')}</Content>
      </StackItem>
    </Stack>
  );
}

function CloseButton({ onClose }: Pick<ScheduleDialogProps, 'onClose'>) {
  const { t } = useTranslation();
  return (
    <Button variant="link" onClick={onClose}>
      {t('common.close')}
    </Button>
  );
}
