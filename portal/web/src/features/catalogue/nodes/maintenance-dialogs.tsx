import type { Node } from '@gpulease/contract/catalogue';
import { Checkbox, Content } from '@patternfly/react-core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useWords } from '../../../i18n/words.ts';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { useConfirmedSave } from '../../../ui/form/use-save.ts';
import { TextLink } from '../../../ui/links.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { ConfirmSwitch } from '../resource/confirm-switch.tsx';
import { detailsPath } from '../resource/paths.ts';
import type { StatusDialogProps, SwitchOfSeveralProps } from '../resource/resource-kind.ts';
import { isEndOfMaintenance, StatusDialog } from '../resource/status-dialog.tsx';
import { namesOf } from '../resource/words.ts';
import { AffectedMachines } from './affected-machines.tsx';
import { MaintenanceFields, useMaintenanceForm } from './maintenance-fields.tsx';
import { STARTING } from './stopped-notice.tsx';
import { stoppedMachinesPath, useStoppedMachines } from './use-stopped-machines.ts';

/** Announces maintenance: who is affected, the reason they are given, and the notice period. */
export function MaintenanceDialog({ item, onClose }: StatusDialogProps) {
  const words = useWords();
  const { t } = words;
  const { name } = item;
  const save = useConfirmedSave('getNode', item);
  const form = useMaintenanceForm();
  const change = useAction('setNodeStatus', {
    refreshes: ['listNodes', 'getNode'],
    done: t('catalogue.statusChanged', namesOf(words, 'nodes')),
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={t('node.startMaintenance', { name })}
      submitLabel={t('catalogue.toggle.maintenance')}
      onClose={onClose}
      onSubmit={(body) => save((ifMatch) => change.run({ params: { name }, body, ifMatch }))}
    >
      <Content component="p">{t('node.maintenanceBody')}</Content>
      <AffectedMachines node={name} />
      <MaintenanceFields />
    </FormDialog>
  );
}

/** Announces maintenance of several nodes, for one reason and with one notice period. */
export function MaintenanceOfSeveral(props: SwitchOfSeveralProps) {
  const { title, label, items, before, onSwitch, onClose } = props;
  const { t } = useTranslation();
  const form = useMaintenanceForm();
  const count = (items as readonly Node[]).reduce((sum, { workloads }) => sum + workloads, 0);
  return (
    <FormDialog
      form={form}
      title={title}
      submitLabel={label}
      onSubmit={({ maintenance }) => onSwitch({ maintenance })}
      onClose={onClose}
    >
      {before}
      <Content component="p">{t('several.machines', { count })}</Content>
      <MaintenanceFields />
    </FormDialog>
  );
}

/** Ends the maintenance of several nodes, and leads to the machines that wait for somebody to start them. */
export function EndOfSeveral(props: SwitchOfSeveralProps) {
  const { t } = useTranslation();
  return (
    <ConfirmSwitch {...props}>
      <Content component="p">
        {t('several.stayStopped')}{' '}
        <TextLink opensNewTab to={stoppedMachinesPath()}>
          {t('maintenance.show')}
        </TextLink>
      </Content>
    </ConfirmSwitch>
  );
}

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
