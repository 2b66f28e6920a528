import { nodeStatusChange } from '@gpulease/contract/catalogue-editing';
import { useTranslation } from 'react-i18next';
import { NumberField, TextField } from '../../../ui/form/inputs.tsx';
import { useResourceForm } from '../../../ui/form/resource-form.tsx';

/** Seven days in minutes. */
const LONGEST_NOTICE = 10_080;

/** What users are told of maintenance, and when. */
export function useMaintenanceForm() {
  return useResourceForm(nodeStatusChange, {
    status: 'maintenance',
    maintenance: { reason: '', noticeSeconds: 600 },
  });
}

export function MaintenanceFields() {
  const { t } = useTranslation();
  return <ReasonAndNotice within="maintenance." noticeHelp={t('node.noticeHelp')} />;
}

interface ReasonAndNoticeProps {
  /** The part of the form that the two fields are in. */
  readonly within?: string;
  readonly noticeHelp: string;
}

export function ReasonAndNotice({ within = '', noticeHelp }: ReasonAndNoticeProps) {
  const { t } = useTranslation();
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
