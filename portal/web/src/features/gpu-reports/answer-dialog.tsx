import type { GpuReportAnswer } from '@gpulease/contract/enums';
import { gpuReportAnswering, type CustomerGpuReport } from '@gpulease/contract/gpu-reports';
import { Content } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../api/queries.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { CheckboxField, TextAreaField } from '../../ui/form/inputs.tsx';
import { useResourceForm } from '../../ui/form/resource-form.tsx';
import { useAmountText } from '../../ui/money.tsx';
import type { Closable } from '../../ui/lazy-dialog.tsx';
import { useAction } from '../../ui/use-action.ts';
import { moneyLists } from '../billing/operator/money-lists.ts';
import { SecondOperatorNeeded, useNeedsSecond } from '../billing/operator/second-operator.tsx';

export interface AnsweredReport {
  readonly report: CustomerGpuReport;
  readonly status: GpuReportAnswer;
}

/** Answers a customer's report. The customer reads the text. */
export function AnswerDialog({ report, status, onClose }: AnsweredReport & Closable) {
  const { t } = useTranslation();
  const { id, user, name } = report;
  const form = useResourceForm(gpuReportAnswering, { status, reason: '', credit: true });
  const answer = useAction('answerGpuReport', {
    refreshes: ['listAllGpuReports', ...moneyLists],
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
      {report.status === 'OPEN' && status !== 'DISMISSED' && (
        <CreditChoice id={id} isWanted={form.watch('credit') ?? true} />
      )}
    </FormDialog>
  );
}

/** Offers to credit what the machine has cost since the report. Hidden if the credit would be zero. */
function CreditChoice({ id, isWanted }: { readonly id: string; readonly isWanted: boolean }) {
  const { t } = useTranslation();
  const amountText = useAmountText();
  const amount = useApi('getGpuReportCredit', { params: { id } }).data?.amount ?? '0.00';
  const isToAsk = useNeedsSecond(amount);
  if (amount === '0.00') return null;
  return (
    <>
      <CheckboxField
        name="credit"
        label={t('gpuReport.giveCredit', { amount: amountText(amount) })}
        help={t('gpuReport.giveCreditHelp')}
      />
      {isWanted && isToAsk && <SecondOperatorNeeded />}
    </>
  );
}
