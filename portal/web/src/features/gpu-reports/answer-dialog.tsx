import type { GpuReportAnswer } from '@gpulease/contract/enums';
import { gpuReportAnswering, type CustomerGpuReport } from '@gpulease/contract/gpu-reports';
import { Content } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { TextAreaField } from '../../ui/form/inputs.tsx';
import { useResourceForm } from '../../ui/form/resource-form.tsx';
import { useAction } from '../../ui/use-action.ts';

interface AnswerDialogProps {
  readonly report: CustomerGpuReport;
  readonly status: GpuReportAnswer;
  readonly onClose: () => void;
}

/** Answers a customer's report, in words that the customer reads. */
export function AnswerDialog({ report: { id, user, name }, status, onClose }: AnswerDialogProps) {
  const { t } = useTranslation();
  const form = useResourceForm(gpuReportAnswering, { status, reason: '' });
  const answer = useAction('answerGpuReport', {
    refreshes: ['listAllGpuReports'],
    done: t('gpuReport.answered'),
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={t('gpuReport.ask', { name: `${user}/${name}` })}
      submitLabel={t(`gpuReport.as.${status}`)}
      onClose={onClose}
      onSubmit={(body) => answer.run({ params: { id }, body })}
    >
      <Content component="p">{t(`gpuReport.effect.${status}`)}</Content>
      <TextAreaField
        isRequired
        name="reason"
        label={t('gpuReport.answer')}
        help={t('gpuReport.answerHelp')}
      />
    </FormDialog>
  );
}
