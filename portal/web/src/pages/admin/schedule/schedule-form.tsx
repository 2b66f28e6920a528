import type { WorkloadPlan } from '@gpulease/contract/operated-workloads';
import type { Workload } from '@gpulease/contract/workloads';
import { choosableFits } from '@gpulease/contract/enums';
import { Alert } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import { Overtaken } from '../../../resources/overtaken.tsx';
import { FixedField } from '../../../ui/form/fixed-field.tsx';
import { InstantField, PortField, SelectField } from '../../../ui/form/inputs.tsx';
import { ReasonField } from '../../../ui/form/reason-field.tsx';
import { SearchedField } from '../../../ui/form/searched-field.tsx';
import { ResourceForm } from '../../../ui/form/resource-form.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { causeFor } from '../../../workloads/causes.ts';
import { PortsField } from '../../../workloads/ports-field.tsx';
import { ScheduledHostField } from './scheduled-host-field.tsx';
import { OtherNodes } from './other-nodes.tsx';
import type { Choice } from './use-choice.ts';

interface ScheduleFormProps {
  readonly workload: Workload;
  readonly plan: WorkloadPlan;
  readonly choice: Choice;
  /** The machine as it was found when the platform refused the choice before. */
  readonly refused: Workload | undefined;
  readonly onAccepted: (workload: Workload) => void;
  readonly onClose: () => void;
}

export function ScheduleForm(props: ScheduleFormProps) {
  const { workload, plan, choice, refused, onAccepted, onClose } = props;
  const { t } = useTranslation();
  const { user, name } = workload;
  const isStopped = workload.status === 'STOPPED';
  const schedule = useAction('scheduleWorkload', { refreshes: ['listAllWorkloads', 'getAnyWorkload'] });
  return (
    <ResourceForm
      form={choice.form}
      submitLabel={t('schedule.action')}
      onCancel={onClose}
      onSubmit={async (body) => {
        const params = { user, name };
        const accepted = await choice.save((ifMatch) => schedule.run({ params, body, ifMatch }));
        if (accepted) onAccepted(accepted);
      }}
    >
      {refused && <Refused workload={refused} />}
      {choice.isOvertaken && <Overtaken title={t('catalogue.overtaken')} />}
      {isStopped && (
        <Alert isInline variant="info" variantLabel={t('toast.info')} title={t('schedule.stopped')} />
      )}
      <NodeField plan={plan} />
      <OtherNodes plan={plan} region={workload.region} />
      <AddressField addresses={plan.addresses} />
      <SshPortField {...plan} />
      <PortsField help={t('order.portsHelp')} />
      <ScheduledHostField domain={plan.httpDomain} name={`${name}-${user}`} />
      {plan.startTime === null ? (
        <FixedField label={t('schedule.startTime')} value={t('schedule.reservedStart')} />
      ) : (
        <InstantField
          isRequired
          name="startTime"
          label={t('schedule.startTime')}
          help={t(isStopped ? 'schedule.stoppedStartTimeHelp' : 'schedule.startTimeHelp')}
        />
      )}
      <ReasonField help={t('explained.forUser')} />
    </ResourceForm>
  );
}

function Refused({ workload: { reason, message } }: { readonly workload: Workload }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <Alert
      isInline
      isLiveRegion
      variant="danger"
      variantLabel={t('toast.danger')}
      title={causeFor('admin', { reason, message }, language)}
    >
      {t('schedule.refusedBody')}
    </Alert>
  );
}

function SshPortField({ portRange }: WorkloadPlan) {
  const { t } = useTranslation();
  const field = { isRequired: true, name: 'sshPort', label: t('workload.sshPort') };
  if (portRange === null) return <PortField {...field} help={t('schedule.sshPortHelp')} />;
  const { first, last } = portRange;
  const range = t('form.range', { min: first, max: last });
  return (
    <PortField
      {...field}
      help={t('schedule.sshPortRange', { first, last })}
      messages={{ outOfRange: range, port: range }}
    />
  );
}

function NodeField({ plan: { nodes } }: { readonly plan: WorkloadPlan }) {
  const { t } = useTranslation();
  const choosable = nodes.filter(({ fit }) => choosableFits.includes(fit));
  return (
    <SearchedField
      isRequired
      name="node"
      label={t('workload.node')}
      placeholder={t(choosable.length === 0 ? 'schedule.noNode' : 'schedule.chooseNode')}
      options={choosable.map(({ name, gpuModel, freeGpus, gpuNumber, fit }) => ({
        value: name,
        label: [
          name,
          ...(gpuModel === null
            ? []
            : [t('schedule.gpus', { model: gpuModel, free: freeGpus, total: gpuNumber })]),
          ...(fit === 'FITS' ? [] : [t(`nodeFit.${fit}`)]),
        ].join(' · '),
      }))}
    />
  );
}

function AddressField({ addresses }: Pick<WorkloadPlan, 'addresses'>) {
  const { t } = useTranslation();
  if (addresses.length === 0)
    return <FixedField label={t('workload.ipAddress')} value={t('schedule.balancedAddress')} />;
  return (
    <SelectField
      isRequired
      name="ipAddress"
      label={t('workload.ipAddress')}
      options={addresses.map((value) => ({ value, label: value }))}
    />
  );
}
