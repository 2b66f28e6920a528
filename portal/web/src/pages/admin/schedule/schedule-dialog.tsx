import type { Workload } from '@gpulease/contract/workloads';
import { Button, Content, Spinner, Stack, StackItem } from '@patternfly/react-core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../../api/queries.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { LoadingPage } from '../../../ui/loading.tsx';
import { useToasts } from '../../../ui/toasts.tsx';
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
  const [accepted, setAccepted] = useState<string>();
  const plan = useApi('getWorkloadPlan', { params: { user, name } }, { staleTime: 0 });
  const watched = useApi(
    'getAnyWorkload',
    { params: { user, name } },
    { enabled: accepted !== undefined, refetchInterval: POLL_MS },
  );
  const outcome = accepted !== undefined && watched.data ? outcomeOf(watched.data, accepted) : undefined;
  useDone(outcome === 'done', name, onClose);
  const isWaiting = accepted !== undefined && outcome !== 'refused';
  const shown = isWaiting || !plan.isFetchedAfterMount ? undefined : plan.data;
  return (
    <Dialog
      title={t('schedule.title', { name })}
      variant="medium"
      onClose={onClose}
      actions={shown === undefined && <CloseButton onClose={onClose} />}
    >
      {isWaiting && <Waiting />}
      {shown === undefined && !isWaiting && <Loaded query={plan}>{() => <LoadingPage />}</Loaded>}
      {shown && (
        <ScheduleForm
          key={shown.etag}
          workload={workload}
          plan={shown}
          refused={outcome === 'refused' ? watched.data : undefined}
          onAccepted={({ etag }) => setAccepted(etag)}
          onStale={() => void plan.refetch()}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

/** Says so and closes, once the platform has taken the choice. */
function useDone(isDone: boolean, name: string, onClose: () => void): void {
  const { t } = useTranslation();
  const { success } = useToasts();
  useEffect(() => {
    if (!isDone) return;
    success(t('schedule.done', { name }));
    onClose();
  }, [isDone, name, onClose, success, t]);
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
