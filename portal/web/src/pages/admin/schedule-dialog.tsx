import type { Node } from '@gpulease/contract/catalog';
import { workloadSchedule, type Workload } from '@gpulease/contract/workloads';
import { useTranslation } from 'react-i18next';
import { useWholeList } from '../../api/whole-list.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { PortField, SelectField, TextField } from '../../ui/form/inputs.tsx';
import { useResourceForm } from '../../ui/form/resource-form.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { useAction } from '../../ui/use-action.ts';

interface ScheduleDialogProps {
  readonly workload: Workload;
  readonly onClose: () => void;
}

/** Places a machine by hand: on which node, and at which address and SSH port; what is left open is chosen for it. */
export function ScheduleDialog({ workload, onClose }: ScheduleDialogProps) {
  const { t } = useTranslation();
  const { region, name } = workload;
  const nodes = useWholeList('listNodes', { region, status: 'active' });
  if (nodes.data) return <ScheduleForm workload={workload} nodes={nodes.data} onClose={onClose} />;
  return (
    <Dialog title={t('schedule.title', { name })} variant="medium" onClose={onClose}>
      <Loaded query={nodes}>{() => null}</Loaded>
    </Dialog>
  );
}

interface ScheduleFormProps extends ScheduleDialogProps {
  readonly nodes: readonly Node[];
}

function ScheduleForm({ workload, nodes, onClose }: ScheduleFormProps) {
  const { t } = useTranslation();
  const { user, name } = workload;
  const schedule = useAction('scheduleWorkload', {
    refreshes: ['listAllWorkloads', 'getAnyWorkload'],
    done: t('schedule.accepted', { name }),
  });
  // A node that is not offered any more is not chosen by itself, since the form could not show it.
  const isOffered = nodes.some((node) => node.name === workload.node && offers(node, workload));
  const form = useResourceForm(workloadSchedule, {
    node: isOffered && workload.node !== null ? workload.node : '',
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
        await schedule.run({ params: { user, name }, body });
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
          isDisabled: !offers(node, workload),
          label: t(offers(node, workload) ? 'schedule.nodeOption' : 'schedule.unfitNode', {
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

/** Whether the machine's SKU may run on a node; how much is free there may change at any time. */
function offers({ skus }: Node, { sku }: Workload): boolean {
  return skus.includes(sku);
}
