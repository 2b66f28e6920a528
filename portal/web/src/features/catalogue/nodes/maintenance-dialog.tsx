import { nodeStatusChange } from '@gpulease/contract/catalogue-editing';
import { Content } from '@patternfly/react-core';
import type { StatusDialogProps } from '../resource/resource-kind.ts';
import { useConfirmedSave } from '../../../ui/form/use-save.ts';
import { namesOf, useWords } from '../resource/words.ts';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { NumberField, TextField } from '../../../ui/form/inputs.tsx';
import { useResourceForm } from '../../../ui/form/resource-form.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { AffectedMachines } from './affected-machines.tsx';

/** Seven days in minutes. */
const LONGEST_NOTICE = 10_080;

/** Announces maintenance: who is affected, the reason they are given, and the notice period. */
export function MaintenanceDialog({ item, onClose }: StatusDialogProps) {
  const words = useWords();
  const { t } = words;
  const { name } = item;
  const save = useConfirmedSave('getNode', item);
  const form = useResourceForm(nodeStatusChange, {
    status: 'maintenance',
    maintenance: { reason: '', noticeSeconds: 600 },
  });
  const change = useAction('setNodeStatus', {
    refreshes: ['listNodes', 'getNode'],
    done: t('catalogue.statusChanged', namesOf(words, 'nodes')),
  });
  return (
    <FormDialog
      form={form}
      title={t('node.startMaintenance', { name })}
      submitLabel={t('catalogue.toggle.maintenance')}
      onClose={onClose}
      onSubmit={async (body, close) => {
        await save((ifMatch) => change.run({ params: { name }, body, ifMatch }));
        close();
      }}
    >
      <Content component="p">{t('node.maintenanceBody')}</Content>
      <AffectedMachines node={name} />
      <TextField isRequired name="maintenance.reason" label={t('node.reason')} help={t('node.reasonHelp')} />
      <NumberField
        isRequired
        name="maintenance.noticeSeconds"
        label={t('node.notice')}
        help={t('node.noticeHelp')}
        unit={t('node.minutes')}
        perUnit={60}
        min={0}
        max={LONGEST_NOTICE}
      />
    </FormDialog>
  );
}
