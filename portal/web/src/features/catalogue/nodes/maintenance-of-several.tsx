import type { Node } from '@gpulease/contract/catalogue';
import { Content } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { ConfirmSwitch } from '../resource/confirm-switch.tsx';
import type { SwitchOfSeveralProps } from '../resource/resource-kind.ts';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { MaintenanceFields, useMaintenanceForm } from './maintenance-fields.tsx';
import { stoppedMachinesPath } from './use-stopped-machines.ts';

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
