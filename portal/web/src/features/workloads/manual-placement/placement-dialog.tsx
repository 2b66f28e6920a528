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

const POLL_MS = 1_000;

interface PlacementDialogProps {
  readonly workload: Workload;
  readonly onClose: () => void;
}

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

/** The form or, while the choice is applied, a message. After a refusal the form still holds the choice. */
function Scheduling({ workload, plan, refetch, onClose }: SchedulingProps) {
  const { t } = useTranslation();
  const { user, name } = workload;
  const [accepted, setAccepted] = useState<{ readonly etag: string; readonly movesTo: string | undefined }>();
  const options = { enabled: accepted !== undefined, refetchInterval: POLL_MS };
  const { data: latest } = useApi('getAnyWorkload', { params: { user, name } }, options);
  const outcome = accepted && (latest ? outcomeOf(latest, accepted.etag) : 'waiting');
  const choice = useChoice(plan, refetch);
  useDone(outcome === 'done', { workload, movesTo: accepted?.movesTo, onClose });
  const isRefused = outcome === 'refused';
  useEffect(() => {
    if (isRefused) void refetch();
  }, [isRefused, refetch]);
  if (outcome === 'waiting' || outcome === 'done')
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
  return (
    <PlacementForm
      workload={workload}
      plan={plan}
      choice={choice}
      refused={isRefused ? latest : undefined}
      onAccepted={({ etag }, movesTo) => setAccepted({ etag, movesTo })}
      onClose={onClose}
    />
  );
}

/** Closes once the platform has applied the choice, and reports success or what follows: a move or a later start. */
function useDone(
  isDone: boolean,
  { workload, movesTo, onClose }: PlacementDialogProps & { readonly movesTo: string | undefined },
): void {
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

function CloseButton({ onClose }: Pick<PlacementDialogProps, 'onClose'>) {
  const { t } = useTranslation();
  return (
    <Button variant="link" onClick={onClose}>
      {t('common.close')}
    </Button>
  );
}
