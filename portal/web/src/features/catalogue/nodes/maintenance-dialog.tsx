import { Content } from '@patternfly/react-core';
import { useWords } from '../../../i18n/words.ts';
import type { StatusDialogProps } from '../resource/resource-kind.ts';
import { useConfirmedSave } from '../../../ui/form/use-save.ts';
import { namesOf } from '../resource/words.ts';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { AffectedMachines } from './affected-machines.tsx';
import { MaintenanceFields, useMaintenanceForm } from './maintenance-fields.tsx';

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
