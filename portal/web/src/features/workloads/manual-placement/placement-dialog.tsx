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
import { PlacementForm } from './placement-form.tsx';
import { useChoice } from './use-choice.ts';

/** The polling interval for the outcome, beside live events. */
const POLL_MS = 1_000;

interface PlacementDialogProps {
  readonly workload: Workload;
  readonly onClose: () => void;
}

/** Places a machine manually: node, address and start, based on the platform's plan; then shows the outcome. */
export function PlacementDialog({ workload, onClose }: PlacementDialogProps) {
  const { t } = useTranslation();
  const { user, name } = workload;
  const plan = useApi('getWorkloadPlan', { params: { user, name } }, { staleTime: 0 });
  // A plan loaded for an earlier dialog is out of date.
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

interface SchedulingProps extends PlacementDialogProps {
  readonly plan: WorkloadPlan;
  readonly refetch: () => Promise<{ readonly data: WorkloadPlan | undefined }>;
}

/** The form and, while the choice is applied, a message in its place. After a refusal the form still has the choice. */
function Scheduling({ workload, plan, refetch, onClose }: SchedulingProps) {
  const { progress, accept, movesTo } = useProgress(workload);
  const choice = useChoice(plan, refetch);
  useDone(progress.at === 'done', { workload, movesTo, onClose });
  const isRefused = progress.at === 'refused';
  useEffect(() => {
    if (isRefused) void refetch();
  }, [isRefused, refetch]);
  if (progress.at === 'waiting' || progress.at === 'done') return <Waiting onClose={onClose} />;
  return (
    <PlacementForm
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
  /** With the machine at that time. */
  | { readonly at: 'refused'; readonly workload: Workload };

/** The progress of the choice, and a callback for an accepted one. */
function useProgress({ user, name }: Workload) {
  const [accepted, setAccepted] = useState<{ readonly etag: string; readonly movesTo: string | undefined }>();
  const { data } = useApi(
    'getAnyWorkload',
    { params: { user, name } },
    { enabled: accepted !== undefined, refetchInterval: POLL_MS },
  );
  return {
    progress: progressOf(accepted?.etag, data),
    movesTo: accepted?.movesTo,
    accept: ({ etag }: Workload, movesTo: string | undefined) => setAccepted({ etag, movesTo }),
  };
}

function progressOf(accepted: string | undefined, workload: Workload | undefined): Progress {
  if (accepted === undefined) return { at: 'choosing' };
  if (workload === undefined) return { at: 'waiting' };
  const outcome = outcomeOf(workload, accepted);
  return outcome === 'refused' ? { at: outcome, workload } : { at: outcome };
}

interface Done extends PlacementDialogProps {
  readonly movesTo: string | undefined;
}

/** Reports success and closes once the platform has applied the choice, or what follows it: a move, a later start. */
function useDone(isDone: boolean, { workload, movesTo, onClose }: Done): void {
  const { t } = useTranslation();
  const { success } = useToasts();
  const name = nameIn('admin')(workload);
  const later = workload.status === 'STOPPED' ? 'schedule.doneStopped' : 'schedule.done';
  const done = movesTo === undefined ? later : 'schedule.doneMoving';
  useEffect(() => {
    if (!isDone) return;
    success(t(done, { name, node: movesTo }));
    onClose();
  }, [isDone, done, movesTo, name, onClose, success, t]);
}

function Waiting({ onClose }: Pick<PlacementDialogProps, 'onClose'>) {
  const { t } = useTranslation();
  return (
    <Stack hasGutter>
      <FormActions>
        <CloseButton onClose={onClose} />
      </FormActions>
      <StackItem>
        <Spinner size="lg" aria-label={t('common.loading')} aria-valuetext={t('common.loading')} />
      </StackItem>
      <Content component="p">{t('schedule.waiting')}</Content>
    </Stack>
  );
}

function CloseButton({ onClose }: Pick<PlacementDialogProps, 'onClose'>) {
  const { t } = useTranslation();
  return (
    <Button variant="link" onClick={onClose}>
      {t('common.close')}
    </Button>
  );
}
