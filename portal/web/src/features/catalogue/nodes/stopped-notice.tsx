import type { Node } from '@gpulease/contract/catalogue';
import type { Workload } from '@gpulease/contract/workloads';
import { AlertActionLink } from '@patternfly/react-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWholeList } from '../../../api/whole-list.ts';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { InlineAlert } from '../../../ui/inline-alert.tsx';
import { useUrlParameter } from '../../../ui/use-url-parameter.ts';
import { waitsForEndOfMaintenance } from '../../workloads/maintenance-outcome.ts';

const BulkDialog = lazyDialog(
  async () => (await import('../../workloads/actions/bulk-dialog.tsx')).BulkDialog,
);

/** A URL parameter of a node's page that opens the dialog to start its stopped machines. */
export const STARTING = 'start-stopped';

export function StoppedNotice({ item: { name, status } }: { readonly item: Node }) {
  const { t } = useTranslation();
  const [starting, setStarting] = useUrlParameter(STARTING);
  const [isAsked, setAsked] = useState(false);
  const machines = useStoppedMachines(name);
  const close = () => {
    setAsked(false);
    setStarting(undefined);
  };
  if (machines === undefined) return null;
  return (
    <>
      {machines.length > 0 && (
        <InlineAlert
          variant="warning"
          title={t('maintenance.stoppedHere', { count: machines.length })}
          actionLinks={
            <>
              <AlertActionLink onClick={() => setAsked(true)}>{t('maintenance.startAll')}</AlertActionLink>
              <TextLink to={stoppedMachinesPath(name)}>{t('maintenance.showStopped')}</TextLink>
            </>
          }
        >
          {status === 'maintenance' && t('maintenance.startElsewhere')}
        </InlineAlert>
      )}
      {(isAsked || starting !== undefined) && <StartAll machines={machines} onClose={close} />}
    </>
  );
}

/** Retains the machines that it was opened for: as they start, they leave the list of stopped ones. */
function StartAll({
  machines,
  onClose,
}: {
  readonly machines: readonly Workload[];
  readonly onClose: () => void;
}) {
  const [chosen] = useState(machines);
  if (chosen.length === 0) return null;
  return <BulkDialog console="admin" action="start" workloads={chosen} onClose={onClose} />;
}

const stopped = { status: 'STOPPED', reason: 'Maintenance' } as const;

/** Machines that a node's maintenance stopped and that wait for a manual start; undefined while loading. */
export function useStoppedMachines(node: string) {
  const { data } = useWholeList('listAllWorkloads', { node, ...stopped });
  return data?.filter((machine) => machine.status === 'STOPPED' && !waitsForEndOfMaintenance(machine));
}

export function stoppedMachinesPath(node?: string): string {
  return `/admin/workloads?${new URLSearchParams({ ...(node && { node }), ...stopped }).toString()}`;
}
