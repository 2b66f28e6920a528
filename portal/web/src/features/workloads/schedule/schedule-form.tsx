import type { WorkloadPlan } from '@gpulease/contract/operated-workloads';
import type { Workload } from '@gpulease/contract/workloads';
import { choosableFits } from '@gpulease/contract/enums';
import { Alert } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import { Overtaken } from '../../../ui/form/overtaken.tsx';
import { ReasonField } from '../../../ui/form/reason-field.tsx';
import { SearchedField } from '../../../ui/form/searched-field.tsx';
import { ResourceForm } from '../../../ui/form/resource-form.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { causeFor } from '../causes.ts';
import { PortsField } from '../settings/ports-field.tsx';
import { ScheduledHostField } from './scheduled-host-field.tsx';
import { nodeLabel } from './node-label.ts';
import { OtherNodes } from './other-nodes.tsx';
import { AddressField, SshPortField, StartTimeField } from './place-fields.tsx';
import type { Choice } from './use-choice.ts';

interface ScheduleFormProps {
  readonly workload: Workload;
  readonly plan: WorkloadPlan;
  readonly choice: Choice;
  /** The machine at the time of the platform's last refusal. */
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
      <StartTimeField
        isOfTerm={plan.startTime === null}
        help={t(isStopped ? 'schedule.stoppedStartTimeHelp' : 'schedule.startTimeHelp')}
      />
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
          nodeLabel({ name, gpuModel, freeGpus, gpuNumber }, t),
          ...(fit === 'FITS' ? [] : [t(`nodeFit.${fit}`)]),
        ].join(' · '),
      }))}
    />
  );
}
