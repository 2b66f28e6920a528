import type { SessionConsole } from '@gpulease/contract/enums';
import type { Workload } from '@gpulease/contract/workloads';
import { Button } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/format.ts';
import { useWorkloadActions } from '../actions/use-workload-actions.tsx';
import { startAfterStop, waitsForEndOfMaintenance } from '../maintenance-fate.ts';
import { MoveNow } from './move-now.tsx';

interface MaintenanceChoiceProps {
  readonly console: SessionConsole;
  readonly workload: Workload;
}

/** What follows the stop for maintenance, and what the owner can do: move, stop sooner or, once it has stopped, keep it off. */
export function MaintenanceChoice({ console, workload }: MaintenanceChoiceProps) {
  const { t } = useTranslation();
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
  const { t } = useTranslation();
  const format = useFormat();
  if (autoStartAt === null) return <p>{t('workload.afterPlanned.afterwards')}</p>;
  return <p>{t('workload.startsAfterMaintenance', { time: format.dateTime(autoStartAt) })}</p>;
}

function BeforeStop({ console, workload }: MaintenanceChoiceProps) {
  const { t } = useTranslation();
  const { plannedMaintenance, diskOnNode } = workload;
  if (plannedMaintenance === null) return null;
  const start = startAfterStop(workload, plannedMaintenance.startsAfterwards);
  return (
    <p>
      {t(`workload.afterPlanned.${start}`)} {console === 'user' && diskOnNode && t('workload.diskOnNode')}
    </p>
  );
}
