import type { WorkloadInspection } from '@gpulease/contract/operated-workloads';
import type { Workload } from '@gpulease/contract/workloads';
import { DescriptionList, PageSection, Stack } from '@patternfly/react-core';
import { useLanguage } from '../../../i18n/i18n.ts';
import { useWords } from '../../../i18n/words.ts';
import { useConditionName } from '../../../ui/condition-name.ts';
import { ConditionsTable } from '../../../ui/conditions-table.tsx';
import { Fact } from '../../../ui/fact.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { TitledCard } from '../../../ui/titled-card.tsx';
import { causeFor, type CauseFields } from '../causes.ts';
import { useInspection } from './use-inspection.ts';

export function InspectionTab({ workload }: { readonly workload: Workload }) {
  const { t } = useWords();
  const conditionName = useConditionName();
  const language = useLanguage();
  const query = useInspection(workload);
  return (
    <PageSection hasBodyWrapper={false}>
      <Loaded query={query}>
        {({ conditions, placement, virtualMachine, instance, launchers }) => (
          <Stack hasGutter>
            <Placement region={workload.region} placement={placement} instance={instance} />
            <TitledCard title={t('catalogue.conditions')}>
              <ConditionsTable
                title={t('catalogue.conditions')}
                conditions={conditions}
                nameOf={conditionName}
                sayingOf={(condition) => causeFor('admin', withValues(condition, workload), language)}
              />
            </TitledCard>
            <VirtualMachine machine={virtualMachine} />
            <Instance instance={instance} launchers={launchers} />
          </Stack>
        )}
      </Loaded>
    </PageSection>
  );
}

/** Conditions carry no parameters. Adds those of the machine's state if it has the same reason. */
function withValues({ reason, message }: CauseFields, { reason: known, parameters }: Workload): CauseFields {
  return { reason, message, ...(reason === known && parameters && { parameters }) };
}

type PlacementProps = Pick<WorkloadInspection, 'placement' | 'instance'> & Pick<Workload, 'region'>;

function Placement({ region, placement, instance }: PlacementProps) {
  const { t, format } = useWords();
  const title = t('inspection.placement');
  if (placement === null) return <TitledCard title={title}>{t('inspection.notPlaced')}</TitledCard>;
  return (
    <TitledCard title={title}>
      <DescriptionList isCompact columnModifier={{ default: '1Col', md: '2Col' }}>
        <Fact term={t('workload.node')}>
          <TextLink to={`/admin/nodes/${encodeURIComponent(region)}/${encodeURIComponent(placement.node)}`}>
            {placement.node}
          </TextLink>
        </Fact>
        <Fact term={t('inspection.placedSince')}>{format.dateTime(placement.since)}</Fact>
        {placement.until !== null && (
          <Fact term={t('inspection.placedUntil')}>{format.dateTime(placement.until)}</Fact>
        )}
        {placement.diskNode !== null && <Fact term={t('inspection.diskNode')}>{placement.diskNode}</Fact>}
        {instance !== null && instance.gpus.length > 0 && (
          <Fact term={t('inspection.gpus')}>
            {instance.gpus.map(({ name, deviceName }) => (
              <div key={name} lang="en">{`${name}: ${deviceName}`}</div>
            ))}
          </Fact>
        )}
      </DescriptionList>
    </TitledCard>
  );
}

function VirtualMachine({ machine }: { readonly machine: WorkloadInspection['virtualMachine'] }) {
  const { t } = useWords();
  const title = t('inspection.virtualMachine');
  if (machine === null) return <TitledCard title={title}>{t('inspection.notMade')}</TitledCard>;
  const { name, status, runStrategy, conditions } = machine;
  return (
    <TitledCard title={title}>
      <DescriptionList isCompact columnModifier={{ default: '1Col', md: '3Col' }}>
        <Words term={t('common.name')} text={name} />
        <Words term={t('common.status')} text={status} />
        <Words term={t('inspection.runStrategy')} text={runStrategy} />
      </DescriptionList>
      <ConditionsTable title={title} conditions={conditions} />
    </TitledCard>
  );
}

function Instance({ instance, launchers }: Pick<WorkloadInspection, 'instance' | 'launchers'>) {
  const { t, format } = useWords();
  const title = t('inspection.instance');
  if (instance === null) return <TitledCard title={title}>{t('inspection.notRunning')}</TitledCard>;
  return (
    <TitledCard title={title}>
      <DescriptionList isCompact columnModifier={{ default: '1Col', md: '3Col' }}>
        <Words term={t('inspection.phase')} text={instance.phase} />
        <Words term={t('node.clusterNode')} text={instance.node ?? '–'} />
        <Fact term={t('common.createdAt')}>{format.dateTime(instance.createdAt)}</Fact>
        {launchers.map(({ name, phase, message }) => (
          <Words
            key={name}
            term={t('inspection.launcher')}
            text={[name, phase, message].filter(Boolean).join(' · ')}
          />
        ))}
      </DescriptionList>
      <ConditionsTable title={title} conditions={instance.conditions} />
    </TitledCard>
  );
}

function Words({ term, text }: { readonly term: string; readonly text: string }) {
  return (
    <Fact term={term}>
      <span lang="en">{text}</span>
    </Fact>
  );
}
