import type { UsageRank } from '@gpulease/contract/enums';
import type { FleetRanking, RankedMachine } from '@gpulease/contract/fleet-metrics';
import { Content, ToggleGroup, ToggleGroupItem } from '@patternfly/react-core';
import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import { useState } from 'react';
import { useConfig } from '../../api/config.ts';
import { useApi } from '../../api/queries.ts';
import { useWords } from '../../i18n/words.ts';
import { ChartLoading } from '../../ui/charts/chart-loading.tsx';
import { TextLink } from '../../ui/links.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Money, useAmountText } from '../../ui/money.tsx';
import { MonitoringSetUp } from '../../ui/monitoring-set-up.tsx';
import { NOTHING } from '../../ui/table/column.ts';
import { TitledCard } from '../../ui/titled-card.tsx';
import { UserLink } from '../../ui/user-link.tsx';
import { workloadPath } from '../../ui/workload-path.ts';
import { GaugeBar } from '../workloads/gauges/gauge-bar.tsx';
import { spentIn } from '../workloads/gauges/idle.ts';

interface FleetRankingProps {
  /** Which GPUs are meant, by names of the catalogue; all where it says nothing. */
  readonly part: { readonly region?: string; readonly gpu?: string };
}

/** Not the contract's list, which would be loaded with every page. */
const ranks: readonly UsageRank[] = ['LEAST_USED', 'MOST_USED'];
const REFRESH_MS = 60_000;

/** The machines that use their GPUs least or most, and what all idle ones have cost. Nothing where nothing can be measured, which the graph above says. */
export function FleetRankingCard({ part }: FleetRankingProps) {
  const { t } = useWords();
  const { measuresGpus } = useConfig();
  const [rank, setRank] = useState<UsageRank>('LEAST_USED');
  const options = { keepPrevious: true, enabled: measuresGpus, refetchInterval: REFRESH_MS };
  const query = useApi('getFleetRanking', { query: { rank, ...part } }, options);
  if (!measuresGpus) return null;
  return (
    <TitledCard isCompact title={[t('ranking.title'), part.region, part.gpu].filter(Boolean).join(' · ')}>
      <ToggleGroup isCompact aria-label={t('ranking.title')}>
        {ranks.map((name) => (
          <ToggleGroupItem
            key={name}
            buttonId={`rank-${name}`}
            text={t(`ranking.${name}`)}
            isSelected={name === rank}
            onChange={() => setRank(name)}
          />
        ))}
      </ToggleGroup>
      <IdleNow part={part} />
      <Loaded query={query} skeleton={<ChartLoading />}>
        {(ranking) => <Ranking ranking={ranking} />}
      </Loaded>
    </TitledCard>
  );
}

function Ranking({ ranking }: { readonly ranking: FleetRanking }) {
  const { t } = useWords();
  if (!ranking.available) return <Content component="p">{t('fleet.unreachable')}</Content>;
  const { machines } = ranking;
  if (machines.length === 0)
    return (
      <Content component="p">
        {t('ranking.none')} <MonitoringSetUp of="gpu" />
      </Content>
    );
  return (
    <>
      <Machines machines={machines} />
      <Content component="small">{t('ranking.means')}</Content>
    </>
  );
}

function Machines({ machines }: { readonly machines: readonly RankedMachine[] }) {
  const { t } = useWords();
  return (
    <Table aria-label={t('ranking.title')} variant="compact">
      <Thead>
        <Tr>
          <Th>{t('common.name')}</Th>
          <Th>{t('workload.user')}</Th>
          <Th>{t('workload.region')}</Th>
          <Th>{t('sku.gpu')}</Th>
          <Th>{t('ranking.use')}</Th>
          <Th>{t('ranking.idle')}</Th>
          <Th className="gpulease-amount">{t('ranking.spent')}</Th>
        </Tr>
      </Thead>
      <Tbody>
        {machines.map((machine) => (
          <Machine key={machine.workload.uid} {...machine} />
        ))}
      </Tbody>
    </Table>
  );
}

function Machine({ workload, gpuUse, idle }: RankedMachine) {
  const { t } = useWords();
  const { name, user, region, resources } = workload;
  return (
    <Tr>
      <Td dataLabel={t('common.name')}>
        <TextLink to={workloadPath(user, name)}>{name}</TextLink>
      </Td>
      <Td dataLabel={t('workload.user')}>
        <UserLink username={user} />
      </Td>
      <Td dataLabel={t('workload.region')}>{region}</Td>
      <Td dataLabel={t('sku.gpu')}>
        {resources.gpuNumber} × {resources.gpuModel}
      </Td>
      <Td dataLabel={t('ranking.use')}>
        <GaugeBar name={t('ranking.use')} percent={gpuUse} />
      </Td>
      <Td dataLabel={t('ranking.idle')}>{idle === null ? NOTHING : <Idle {...idle} />}</Td>
      <Td dataLabel={t('ranking.spent')} className="gpulease-amount">
        <Spent workload={workload} idle={idle} />
      </Td>
    </Tr>
  );
}

function Idle({ seconds, isLonger }: NonNullable<RankedMachine['idle']>) {
  const { t, format } = useWords();
  const duration = format.hours(seconds / 3_600);
  return isLonger ? t('ranking.longer', { duration }) : duration;
}

function Spent(machine: IdleMachine) {
  const { t } = useWords();
  const spent = spentOf(machine);
  if (spent !== undefined) return <Money amount={spent} />;
  const isPaid = machine.idle !== null && machine.workload.pricing.mode === 'RESERVED';
  return isPaid ? t('ranking.paid') : NOTHING;
}

type IdleMachine = Pick<RankedMachine, 'workload' | 'idle'>;

/** undefined for nothing, and for a term, which is paid. */
function spentOf({ workload, idle }: IdleMachine): string | undefined {
  return idle === null ? undefined : spentIn(workload, idle.seconds);
}

/** How many machines do nothing now, and what they have cost meanwhile. Nothing where there are none, or it is not known. */
function IdleNow({ part }: FleetRankingProps) {
  const { t } = useWords();
  const amountText = useAmountText();
  const options = { keepPrevious: true, refetchInterval: REFRESH_MS };
  const idle = useApi('getFleetIdle', { query: part }, options).data;
  if (!idle?.available || idle.machines === 0) return null;
  const { machines, counted, spent } = idle;
  const amount = amountText(spent);
  return (
    <Content component="p">
      {t('ranking.idleNow', { count: machines })}{' '}
      {machines > counted ? t('ranking.someSpent', { counted, amount }) : t('ranking.spentInAll', { amount })}
    </Content>
  );
}
