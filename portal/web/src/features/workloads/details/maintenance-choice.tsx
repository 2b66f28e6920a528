import { errorText } from '@gpulease/contract/errors';
import type { Workload } from '@gpulease/contract/workloads';
import { Button } from '@patternfly/react-core';
import { useState } from 'react';
import { useApi } from '../../../api/queries.ts';
import { useLanguage } from '../../../i18n/i18n.ts';
import { useWords } from '../../../i18n/words.ts';
import { ConfirmAction } from '../../../ui/confirm-action.tsx';
import { useWorkloadActions } from '../actions/use-workload-actions.tsx';
import { startAfterStop, waitsForEndOfMaintenance } from '../maintenance-outcome.ts';
import type { WorkloadProps } from '../workload.ts';

/** What follows the stop for maintenance, and the owner's options: move, stop sooner or, once stopped, stay off. */
export function MaintenanceChoice({ console, workload }: WorkloadProps) {
  const { t } = useWords();
  const { ask, dialog } = useWorkloadActions(console);
  const isWaiting = waitsForEndOfMaintenance(workload);
  const mayMove = console === 'user' && workload.allowedActions.includes('move') && !workload.diskOnNode;
  const isOffered = console === 'user' && workload.allowedActions.includes('stop');
  return (
    <>
      {isWaiting ? <AfterStop {...workload} /> : <BeforeStop console={console} workload={workload} />}
      {mayMove && <MoveNow name={workload.name} />}
      {isOffered && (isWaiting || workload.plannedMaintenance !== null) && (
        <Button isInline variant="link" onClick={() => ask('stop', workload)}>
          {t(isWaiting ? 'workload.action.stayOff' : 'workload.stopNow')}
        </Button>
      )}
      {dialog}
    </>
  );
}

function AfterStop({ autoStartAt }: Pick<Workload, 'autoStartAt'>) {
  const { t, format } = useWords();
  if (autoStartAt === null) return <p>{t('workload.afterPlanned.afterwards')}</p>;
  return <p>{t('workload.startsAfterMaintenance', { time: format.dateTime(autoStartAt) })}</p>;
}

function BeforeStop({ console, workload }: WorkloadProps) {
  const { t } = useWords();
  const { plannedMaintenance, diskOnNode } = workload;
  if (plannedMaintenance === null) return null;
  const start = startAfterStop(workload, plannedMaintenance.startsAfterwards);
  return (
    <p>
      {t(`workload.afterPlanned.${start}`)} {console === 'user' && diskOnNode && t('workload.diskOnNode')}
    </p>
  );
}

/** No event reports that another node has room. */
const REFRESH_MS = 30_000;

/** Moves the owner's machine to another node before maintenance, after confirmation, or shows why it cannot move now. */
function MoveNow({ name }: Pick<Workload, 'name'>) {
  const { t } = useWords();
  const language = useLanguage();
  const [isAsking, setIsAsking] = useState(false);
  const params = { name };
  const refusal = useApi('getWorkloadMove', { params }, { refetchInterval: REFRESH_MS }).data?.refusal;
  return (
    <>
      <p>{refusal ? errorText('REQUEST_FAILED', language, refusal) : t('workload.move.offer')}</p>
      <Button isInline variant="link" isDisabled={refusal !== null} onClick={() => setIsAsking(true)}>
        {t('workload.move.now')}
      </Button>{' '}
      {isAsking && (
        <ConfirmAction
          operation="moveWorkload"
          input={() => ({ params })}
          refreshes={['getWorkload', 'listWorkloads', 'getWorkloadMove']}
          title={t('workload.move.ask', { name })}
          confirmLabel={t('workload.move.now')}
          done={t('workload.move.accepted', { name })}
          onClose={() => setIsAsking(false)}
        >
          {t('workload.move.consequence')}
        </ConfirmAction>
      )}
    </>
  );
}
