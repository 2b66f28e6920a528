import type { WorkloadPlan } from '@gpulease/contract/operated-workloads';
import type { Workload } from '@gpulease/contract/workloads';
import { choosableFits, choosableFitsWhileRunning, type NodeFit } from '@gpulease/contract/enums';
import { DescriptionList, ExpandableSection } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import { StaleForm } from '../../../ui/form/stale-form.tsx';
import { ReasonField } from '../../../ui/form/reason-field.tsx';
import { SearchedField } from '../../../ui/form/searched-field.tsx';
import { ResourceForm } from '../../../ui/form/resource-form.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { causeFor } from '../causes.ts';
import { PortsField } from '../settings/ports-field.tsx';
import { AddressField, nodeLabel, SshPortField, StartTimeField } from './place-fields.tsx';
import type { useChoice } from './use-choice.ts';
import { Fact } from '../../../ui/fact.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { useFormContext } from 'react-hook-form';
import { FixedField } from '../../../ui/form/fixed-field.tsx';
import { InlineAlert } from '../../../ui/inline-alert.tsx';
import { HttpHostField, type HttpHost } from '../settings/http-host-field.tsx';

interface PlacementFormProps {
  readonly workload: Workload;
  readonly plan: WorkloadPlan;
  readonly choice: ReturnType<typeof useChoice>;
  readonly refused: Workload | undefined;
  /** `movesTo` is the node to which the running machine moves. */
  readonly onAccepted: (workload: Workload, movesTo: string | undefined) => void;
  readonly onClose: () => void;
}

export function PlacementForm(props: PlacementFormProps) {
  const { workload, plan, choice, refused, onAccepted, onClose } = props;
  const { t } = useTranslation();
  const language = useLanguage();
  const causeOf = ({ reason, message }: Workload) => causeFor('admin', { reason, message }, language);
  const { user, name } = workload;
  const isStopped = workload.status === 'STOPPED';
  const isRunning = workload.status === 'RUNNING';
  const movesTo = otherNode(workload, choice.form.watch('node') as string);
  const schedule = useAction('scheduleWorkload', { refreshes: ['listAllWorkloads', 'getAnyWorkload'] });
  return (
    <ResourceForm
      form={choice.form}
      submitLabel={t('schedule.action')}
      onCancel={onClose}
      onSubmit={async (body) => {
        const params = { user, name };
        const accepted = await choice.save((ifMatch) => schedule.run({ params, body, ifMatch }));
        if (accepted) onAccepted(accepted, movesTo);
      }}
    >
      {refused && (
        <InlineAlert isLiveRegion variant="danger" title={causeOf(refused)}>
          {t('schedule.refusedBody')}
        </InlineAlert>
      )}
      {choice.isOvertaken && <StaleForm title={t('catalogue.overtaken')} />}
      {isStopped && <InlineAlert variant="info" title={t('schedule.stopped')} />}
      {isRunning && (
        <InlineAlert variant="info" title={t('schedule.running')}>
          {plan.nodes.some(({ fit }) => fit === 'DISK_ELSEWHERE') && t('schedule.diskStays')}
        </InlineAlert>
      )}
      <NodeField plan={plan} isRunning={isRunning} />
      {movesTo !== undefined && (
        <InlineAlert isLiveRegion variant="warning" title={t('schedule.moves', { node: movesTo })}>
          {t('schedule.movesBody')}
        </InlineAlert>
      )}
      <OtherNodes plan={plan} region={workload.region} isRunning={isRunning} />
      <AddressField addresses={plan.addresses} />
      <SshPortField {...plan} />
      <PortsField help={t('order.portsHelp')} />
      <ScheduledHostField domain={plan.httpDomain} name={`${name}-${user}`} />
      {!isRunning && (
        <StartTimeField
          isOfTerm={plan.startTime === null}
          help={t(isStopped ? 'schedule.stoppedStartTimeHelp' : 'schedule.startTimeHelp')}
        />
      )}
      <ReasonField help={t('explained.forUser')} />
    </ResourceForm>
  );
}

function otherNode({ status, node: present }: Workload, chosen: string): string | undefined {
  return status === 'RUNNING' && chosen !== '' && chosen !== present ? chosen : undefined;
}

function isChoosable(fit: NodeFit, isRunning: boolean): boolean {
  return (isRunning ? choosableFitsWhileRunning : choosableFits).includes(fit);
}

interface NodeFieldProps {
  readonly plan: WorkloadPlan;
  readonly isRunning: boolean;
}

function NodeField({ plan: { nodes }, isRunning }: NodeFieldProps) {
  const { t } = useTranslation();
  const choosable = nodes.filter(({ fit }) => isChoosable(fit, isRunning));
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

const SHOWN = 10;

function OtherNodes({ plan: { nodes }, region, isRunning }: NodeFieldProps & { readonly region: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const unfit = nodes.filter(({ fit }) => !isChoosable(fit, isRunning));
  if (unfit.length === 0) return null;
  return (
    <ExpandableSection toggleText={t('schedule.otherNodes', { count: unfit.length })} isIndented>
      <DescriptionList isCompact isHorizontal isFluid>
        {unfit.slice(0, SHOWN).map(({ name, fit, message }) => (
          <Fact key={name} term={name}>
            {language === 'en' && message
              ? message
              : t(fit === 'NO_ROOM' ? 'schedule.noRoomNow' : `nodeFit.${fit}`)}
          </Fact>
        ))}
      </DescriptionList>
      {unfit.length > SHOWN && (
        <TextLink to={`/admin/nodes?region=${encodeURIComponent(region)}`}>
          {t('schedule.moreNodes', { count: unfit.length - SHOWN })}
        </TextLink>
      )}
    </ExpandableSection>
  );
}

function ScheduledHostField({ domain, name }: { readonly domain: string | null; readonly name: string }) {
  const { t } = useTranslation();
  const { watch, setValue } = useFormContext<{ http: HttpHost | null }>();
  if (domain === null) return <FixedField label={t('workload.httpHostUrl')} value={t('order.noHttp')} />;
  return (
    <HttpHostField
      label={t('workload.httpHostUrl')}
      domain={domain}
      name={name}
      isOn={watch('http') !== null}
      onChange={(http) => setValue('http', http ?? null)}
    />
  );
}
