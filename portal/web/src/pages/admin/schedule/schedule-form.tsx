import type { workloadSchedule, WorkloadPlan } from '@gpulease/contract/operated-workloads';
import type { Workload } from '@gpulease/contract/workloads';
import { choosableFits } from '@gpulease/contract/enums';
import { Alert } from '@patternfly/react-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { useKeptForm } from '../../../app/kept-form.ts';
import { useLanguage } from '../../../i18n/i18n.ts';
import { FixedField } from '../../../ui/form/fixed-field.tsx';
import { InstantField, PortField, SelectField } from '../../../ui/form/inputs.tsx';
import { ReasonField } from '../../../ui/form/reason-field.tsx';
import { ResourceForm, useResourceForm } from '../../../ui/form/resource-form.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { causeText } from '../../../workloads/causes.ts';
import { PortsField } from '../../../workloads/ports-field.tsx';
import { choiceSchema } from './choice-schema.ts';
import { ScheduledHostField } from './scheduled-host-field.tsx';
import { OtherNodes } from './other-nodes.tsx';

type Choice = z.input<typeof workloadSchedule>;

interface ScheduleFormProps {
  readonly workload: Workload;
  readonly plan: WorkloadPlan;
  /** The machine as it was found when the platform refused the choice before. */
  readonly refused: Workload | undefined;
  readonly onAccepted: (workload: Workload) => void;
  /** Somebody has changed the machine meanwhile. */
  readonly onStale: () => void;
  readonly onClose: () => void;
}

export function ScheduleForm(props: ScheduleFormProps) {
  const { workload, plan, refused, onAccepted, onStale, onClose } = props;
  const { t } = useTranslation();
  const { user, name } = workload;
  const isStopped = workload.status === 'STOPPED';
  const schedule = useAction('scheduleWorkload', { refreshes: ['listAllWorkloads', 'getAnyWorkload'] });
  const [schema] = useState(() => choiceSchema(plan, () => new Date()));
  const form = useResourceForm<Choice, z.output<typeof workloadSchedule>>(schema, choiceOf(plan), asChosen);
  useKeptForm(form, 'dialog');
  return (
    <ResourceForm
      form={form}
      submitLabel={t('schedule.action')}
      onCancel={onClose}
      onSubmit={async (body) => {
        onAccepted(await schedule.run({ params: { user, name }, body, ifMatch: plan.etag }));
      }}
      onFailure={({ details }) => {
        if (details.reason === 'STALE') onStale();
      }}
    >
      {refused && <Refused workload={refused} />}
      {isStopped && (
        <Alert isInline variant="info" variantLabel={t('toast.info')} title={t('schedule.stopped')} />
      )}
      <NodeField plan={plan} />
      <OtherNodes plan={plan} />
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

function choiceOf({ node, ipAddress, sshPort, ports, http, startTime }: WorkloadPlan): Partial<Choice> {
  return {
    node: node ?? '',
    ipAddress,
    ...(sshPort !== null && { sshPort }),
    ports,
    http,
    startTime,
    reason: '',
  };
}

/** What may be none is said to be none, where the form leaves it out. */
function asChosen(values: Choice): Choice {
  const { ipAddress = null, http = null, startTime = null } = values as Partial<Choice>;
  return { ...values, ipAddress, http, startTime };
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
      title={causeText(reason, message, language)}
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
    <SelectField
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
