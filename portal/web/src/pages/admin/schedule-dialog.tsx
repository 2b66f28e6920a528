import { workloadSchedule, type Workload } from '@gpulease/contract/workloads';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { queryKey, useApi } from '../../api/queries.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { PortField, SelectField, TextField } from '../../ui/form/inputs.tsx';
import { useResourceForm } from '../../ui/form/resource-form.tsx';
import { useToasts } from '../../ui/toasts.tsx';

interface ScheduleDialogProps {
  readonly workload: Workload;
  readonly onClose: () => void;
}

/** Places a machine by hand: on which node, and at which address and SSH port; what is left open is chosen for it. */
export function ScheduleDialog({ workload, onClose }: ScheduleDialogProps) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const client = useQueryClient();
  const { user, name, region } = workload;
  const nodes = useApi('listNodes', { query: { region, status: 'active', pageSize: 100 } }).data?.items ?? [];
  const form = useResourceForm(workloadSchedule, {
    node: workload.node ?? '',
    ipAddress: workload.ipAddress ?? undefined,
    sshPort: workload.sshPort ?? undefined,
  });
  return (
    <FormDialog
      form={form}
      title={t('schedule.title', { name })}
      submitLabel={t('schedule.action')}
      onClose={onClose}
      onSubmit={async (body) => {
        await call('scheduleWorkload', { params: { user, name }, body });
        await client.invalidateQueries({ queryKey: queryKey('listAllWorkloads') });
        await client.invalidateQueries({ queryKey: queryKey('getAnyWorkload') });
        toasts.success(t('schedule.accepted', { name }));
        onClose();
      }}
    >
      <SelectField
        isRequired
        name="node"
        label={t('workload.node')}
        placeholder={t('schedule.chooseNode')}
        options={nodes.map((node) => ({
          value: node.name,
          label: t('schedule.nodeOption', {
            name: node.name,
            model: node.resources.gpuModel ?? t('sku.noGpu'),
            free: node.freeGpus,
            total: node.resources.gpuNumber,
          }),
        }))}
      />
      <TextField
        name="ipAddress"
        label={t('workload.ipAddress')}
        help={t('schedule.automatic')}
        isEmptyAbsent
      />
      <PortField name="sshPort" label={t('workload.sshPort')} help={t('schedule.automatic')} />
    </FormDialog>
  );
}
