import type { WorkloadPlan } from '@gpulease/contract/operated-workloads';
import type { Workload } from '@gpulease/contract/workloads';
import { Button, Content, Spinner, Stack, StackItem } from '@patternfly/react-core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../../api/queries.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormActions } from '../../../ui/form/resource-form.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { useToasts } from '../../../ui/toasts.tsx';
import { nameIn } from '../workload.ts';
import { outcomeOf } from './outcome.ts';
import { ScheduleForm } from './schedule-form.tsx';
import { useChoice } from './use-choice.ts';

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
  // One that was read for the dialog before says nothing of now.
  const data = plan.isFetchedAfterMount ? plan.data : undefined;
  return (
    <Dialog
      title={t('schedule.title', { name: nameIn('admin')(workload) })}
      onClose={onClose}
      actions={data === undefined && <CloseButton onClose={onClose} />}
    >
      <Loaded query={{ ...plan, data }}>
        {(latest) => (
          <Scheduling workload={workload} plan={latest} refetch={plan.refetch} onClose={onClose} />
        )}
      </Loaded>
    </Dialog>
  );
}

interface SchedulingProps extends ScheduleDialogProps {
  readonly plan: WorkloadPlan;
  readonly refetch: () => Promise<{ readonly data: WorkloadPlan | undefined }>;
}

/** The choice and, in its place, that it is being carried out; a refusal finds the choice as it was made. */
function Scheduling({ workload, plan, refetch, onClose }: SchedulingProps) {
  const { progress, accept } = useProgress(workload);
  const choice = useChoice(plan, refetch);
  useDone(progress.at === 'done', workload, onClose);
  const isRefused = progress.at === 'refused';
  useEffect(() => {
    if (isRefused) void refetch();
  }, [isRefused, refetch]);
  if (progress.at === 'waiting' || progress.at === 'done') return <Waiting onClose={onClose} />;
  return (
    <ScheduleForm
      workload={workload}
      plan={plan}
      choice={choice}
      refused={isRefused ? progress.workload : undefined}
      onAccepted={accept}
      onClose={onClose}
    />
  );
}

type Progress =
  | { readonly at: 'choosing' | 'waiting' | 'done' }
  /** With the machine as it was found. */
  | { readonly at: 'refused'; readonly workload: Workload };

/** How far the choice has come, and how it is told that one was accepted. */
function useProgress({ user, name }: Workload) {
  const [accepted, setAccepted] = useState<string>();
  const { data } = useApi(
    'getAnyWorkload',
    { params: { user, name } },
    { enabled: accepted !== undefined, refetchInterval: POLL_MS },
  );
  return {
    progress: progressOf(accepted, data),
    accept: ({ etag }: Workload) => setAccepted(etag),
  };
}

function progressOf(accepted: string | undefined, workload: Workload | undefined): Progress {
  if (accepted === undefined) return { at: 'choosing' };
  if (workload === undefined) return { at: 'waiting' };
  const outcome = outcomeOf(workload, accepted);
  return outcome === 'refused' ? { at: outcome, workload } : { at: outcome };
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

function Waiting({ onClose }: Pick<ScheduleDialogProps, 'onClose'>) {
  const { t } = useTranslation();
  return (
    <Stack hasGutter>
      <FormActions>
        <CloseButton onClose={onClose} />
      </FormActions>
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
