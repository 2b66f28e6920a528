import type { Node } from '@gpulease/contract/catalogue';
import { nodeStatusChange } from '@gpulease/contract/catalogue-editing';
import { Checkbox, Content } from '@patternfly/react-core';
import { useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useWords } from '../../../i18n/words.ts';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { NumberField, TextField } from '../../../ui/form/inputs.tsx';
import { useResourceForm } from '../../../ui/form/resource-form.tsx';
import { useConfirmedSave } from '../../../ui/form/use-save.ts';
import { TextLink } from '../../../ui/links.tsx';
import { useAction } from '../../../ui/use-action.ts';
import {
  detailsPath,
  namesOf,
  type StatusDialogProps,
  type BulkSwitchProps,
} from '../resource/resource-kind.ts';
import { ConfirmSwitch, isEndOfMaintenance, StatusDialog } from '../resource/status-dialog.tsx';
import { AffectedMachines } from './affected-machines.tsx';
import { STARTING, stoppedMachinesPath, useStoppedMachines } from './stopped-notice.tsx';

/** Seven days in minutes. */
const LONGEST_NOTICE = 10_080;

function useMaintenanceForm() {
  return useResourceForm(nodeStatusChange, {
    status: 'maintenance',
    maintenance: { reason: '', noticeSeconds: 600 },
  });
}

export function MaintenanceDialog({ item, onClose }: StatusDialogProps) {
  const { t } = useWords();
  const { name } = item;
  const save = useConfirmedSave('getNode', item);
  const form = useMaintenanceForm();
  const change = useAction('setNodeStatus', {
    refreshes: ['listNodes', 'getNode'],
    done: t('catalogue.statusChanged', namesOf(t, 'nodes')),
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
      <ReasonAndNotice within="maintenance." noticeHelp={t('node.noticeHelp')} />
    </FormDialog>
  );
}

export function BulkMaintenance(props: BulkSwitchProps) {
  const { title, confirmLabel, items, before, onSwitch, onClose } = props;
  const { t } = useWords();
  const form = useMaintenanceForm();
  const count = (items as readonly Node[]).reduce((sum, { workloads }) => sum + workloads, 0);
  return (
    <FormDialog
      form={form}
      title={title}
      submitLabel={confirmLabel}
      onSubmit={({ maintenance }) => onSwitch({ maintenance })}
      onClose={onClose}
    >
      {before}
      <Content component="p">{t('several.machines', { count })}</Content>
      <ReasonAndNotice within="maintenance." noticeHelp={t('node.noticeHelp')} />
    </FormDialog>
  );
}

/** Ends the maintenance of several nodes and links to the machines that wait for a manual start. */
export function BulkEndMaintenance(props: BulkSwitchProps) {
  const { t } = useWords();
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

/** Activates a node. After maintenance, links to the stopped machines and offers to start them all. */
export function ActivationDialog(props: StatusDialogProps) {
  const { kind, item, onClose } = props;
  return isEndOfMaintenance('active', item) ? (
    <EndOfMaintenance {...props} />
  ) : (
    <StatusDialog kind={kind} item={item} status="active" onClose={onClose} />
  );
}

function EndOfMaintenance({ kind, item, onClose }: StatusDialogProps) {
  const { t } = useWords();
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

interface ReasonAndNoticeProps {
  readonly within?: string;
  readonly noticeHelp: string;
}

/** The reason for maintenance that users see, and the notice that they get. */
export function ReasonAndNotice({ within = '', noticeHelp }: ReasonAndNoticeProps) {
  const { t } = useWords();
  return (
    <>
      <TextField isRequired name={`${within}reason`} label={t('node.reason')} help={t('node.reasonHelp')} />
      <NumberField
        isRequired
        name={`${within}noticeSeconds`}
        label={t('node.notice')}
        help={noticeHelp}
        unit={t('autoStop.minute')}
        perUnit={60}
        min={0}
        max={LONGEST_NOTICE}
      />
    </>
  );
}
