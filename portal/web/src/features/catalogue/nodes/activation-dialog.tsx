import { Checkbox, Content } from '@patternfly/react-core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { detailsPath } from '../resource/paths.ts';
import type { StatusDialogProps } from '../resource/resource-kind.ts';
import { isEndOfMaintenance, StatusDialog } from '../resource/status-dialog.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { STARTING } from './stopped-notice.tsx';
import { stoppedMachinesPath, useStoppedMachines } from './use-stopped-machines.ts';

/** Activates a node. After maintenance, it lists the stopped machines and offers to start them all. */
export function ActivationDialog(props: StatusDialogProps) {
  const { kind, item, onClose } = props;
  return isEndOfMaintenance('active', item) ? (
    <EndOfMaintenance {...props} />
  ) : (
    <StatusDialog kind={kind} item={item} status="active" onClose={onClose} />
  );
}

function EndOfMaintenance({ kind, item, onClose }: StatusDialogProps) {
  const { t } = useTranslation();
  const id = useId();
  const navigate = useNavigate();
  const [startsThem, setStartsThem] = useState(false);
  const machines = useStoppedMachines(item.name) ?? [];
  return (
    <StatusDialog
      kind={kind}
      item={item}
      status="active"
      onClose={onClose}
      onDone={() => startsThem && void navigate(`${detailsPath(kind, item)}?${STARTING}`)}
    >
      {machines.length > 0 && (
        <>
          <Content component="p">
            {t('maintenance.stoppedHere', { count: machines.length })}{' '}
            <TextLink opensNewTab to={stoppedMachinesPath(item.name)}>
              {t('maintenance.show')}
            </TextLink>
          </Content>
          <Checkbox
            id={id}
            label={t('maintenance.startAfterwards')}
            isChecked={startsThem}
            onChange={(_, checked) => setStartsThem(checked)}
          />
        </>
      )}
    </StatusDialog>
  );
}
