import type { Node } from '@gpulease/contract/catalogue';
import { maintenancePlan } from '@gpulease/contract/catalogue-editing';
import { Content } from '@patternfly/react-core';
import { useWatch } from 'react-hook-form';
import { useWords } from '../../../i18n/words.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { CheckboxField } from '../../../ui/form/inputs.tsx';
import { InstantField } from '../../../ui/form/instant-field.tsx';
import { useResourceForm } from '../../../ui/form/resource-form.tsx';
import { AffectedMachines } from './affected-machines.tsx';
import { ReasonAndNotice } from './maintenance-fields.tsx';
import { plannedOn } from './plan.ts';
import { useNodeChange } from './use-node-change.ts';

interface DialogProps {
  readonly node: Node;
  readonly onClose: () => void;
}

/** Plans maintenance of a node, or changes what is planned. */
export function PlanDialog({ node, onClose }: DialogProps) {
  const { t } = useWords();
  const { change } = useNodeChange('planMaintenance', node, onClose);
  const form = useResourceForm(
    maintenancePlan,
    plannedOn(node) ?? { reason: '', noticeSeconds: 600, startTime: '', endTime: '', startAfterwards: true },
  );
  const startsAfterwards = useWatch({ control: form.control, name: 'startAfterwards' });
  return (
    <FormDialog
      form={form}
      title={t('plan.ask', { name: node.name })}
      submitLabel={t('plan.put')}
      onClose={onClose}
      onSubmit={change}
    >
      <Content component="p">{t('plan.body')}</Content>
      <AffectedMachines node={node.name} startsAfterwards={startsAfterwards === true} />
      <InstantField isRequired name="startTime" label={t('plan.startTime')} help={t('plan.startTimeHelp')} />
      <InstantField isRequired name="endTime" label={t('plan.endTime')} />
      <CheckboxField
        name="startAfterwards"
        label={t('plan.startAfterwards')}
        help={t('plan.startAfterwardsHelp')}
      />
      <ReasonAndNotice noticeHelp={t('plan.noticeHelp')} />
    </FormDialog>
  );
}

/** Cancels planned maintenance. */
export function CancelPlanDialog({ node, onClose }: DialogProps) {
  const { t } = useWords();
  const { change, ...state } = useNodeChange('cancelMaintenance', node, onClose);
  return (
    <ConfirmDialog
      title={t('plan.askCancel', { name: node.name })}
      confirmLabel={t('plan.cancel')}
      {...state}
      onClose={onClose}
      onConfirm={() => change()}
    >
      {t('plan.cancelBody')}
    </ConfirmDialog>
  );
}
