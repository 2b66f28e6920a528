import type { Node } from '@gpulease/contract/catalogue';
import type { Workload } from '@gpulease/contract/workloads';
import { AlertActionLink } from '@patternfly/react-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { InlineAlert } from '../../../ui/inline-alert.tsx';
import { useUrlParameter } from '../../../ui/use-url-parameter.ts';
import { stoppedMachinesPath, useStoppedMachines } from './use-stopped-machines.ts';

const BulkDialog = lazyDialog(
  async () => (await import('../../workloads/actions/bulk-dialog.tsx')).BulkDialog,
);

/** A URL parameter of a node's page that opens the dialog to start its stopped machines. */
export const STARTING = 'start-stopped';

/** The machines stopped by the maintenance of this node, with a button to start them all. */
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

interface StartAllProps {
  readonly machines: readonly Workload[];
  readonly onClose: () => void;
}

/** Keeps to the machines that it was opened for: as they start, they are no longer among the stopped ones. */
function StartAll({ machines, onClose }: StartAllProps) {
  const [chosen] = useState(machines);
  if (chosen.length === 0) return null;
  return <BulkDialog console="admin" action="start" workloads={chosen} onClose={onClose} />;
}
