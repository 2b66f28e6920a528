import { gpuFaults } from '@gpulease/contract/enums';
import { gpuReportCreation } from '@gpulease/contract/gpu-reports';
import type { Workload } from '@gpulease/contract/workloads';
import { Button, Content } from '@patternfly/react-core';
import { useApi } from '../../../api/queries.ts';
import { useWords } from '../../../i18n/words.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { RadioField, TextAreaField } from '../../../ui/form/inputs.tsx';
import { optionsOf } from '../../../ui/form/options.ts';
import { useResourceForm } from '../../../ui/form/resource-form.tsx';
import { LoadingLine } from '../../../ui/loading.tsx';
import { useAction } from '../../../ui/use-action.ts';

interface ReportProps {
  readonly workload: Pick<Workload, 'name'>;
  readonly onClose: () => void;
}

export function ReportGpuDialog(props: ReportProps) {
  const { t, format } = useWords();
  const { name } = props.workload;
  const query = useApi('listGpuReports', { query: { name, status: 'OPEN' } }, { staleTime: 0 });
  if (query.isPending) return <LoadingLine />;
  const [open] = query.data?.items ?? [];
  if (open === undefined) return <ReportForm {...props} />;
  return (
    <Dialog
      title={t('reportGpu.title', { name })}
      onClose={props.onClose}
      actions={<Button onClick={props.onClose}>{t('common.close')}</Button>}
    >
      <Content component="p">{t('reportGpu.isOpen', { at: format.dateTime(open.createdAt) })}</Content>
    </Dialog>
  );
}

function ReportForm({ workload: { name }, onClose }: ReportProps) {
  const { t } = useWords();
  const form = useResourceForm(gpuReportCreation, { fault: 'MISSING' as const, details: null });
  const report = useAction('reportGpu', {
    refreshes: ['listGpuReports'],
    done: t('reportGpu.done'),
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={t('reportGpu.title', { name })}
      submitLabel={t('reportGpu.submit')}
      onClose={onClose}
      onSubmit={(body) => report.run({ params: { name }, body })}
    >
      <Content component="p">{t('reportGpu.body')}</Content>
      <RadioField
        name="fault"
        label={t('reportGpu.fault')}
        options={optionsOf(gpuFaults, (fault) => t(`reportGpu.faults.${fault}`))}
      />
      <TextAreaField
        isEmptyAbsent
        name="details"
        label={t('reportGpu.details')}
        help={t('reportGpu.detailsHelp')}
      />
    </FormDialog>
  );
}
