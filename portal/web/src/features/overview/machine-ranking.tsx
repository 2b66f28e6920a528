import type { UsageRank } from '@gpulease/contract/enums';
import type { FleetRanking, RankedMachine } from '@gpulease/contract/fleet-metrics';
import type { Overview } from '@gpulease/contract/overview';
import { Content, ToggleGroup, ToggleGroupItem } from '@patternfly/react-core';
import { useState } from 'react';
import { useConfig } from '../../api/config.ts';
import { useApi } from '../../api/queries.ts';
import { useWords } from '../../i18n/words.ts';
import { ChartLoading } from '../../ui/charts/chart-loading.tsx';
import { TextLink } from '../../ui/links.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Money, useAmountText } from '../../ui/money.tsx';
import { MonitoringSetUp } from '../../ui/monitoring-set-up.tsx';
import { column } from '../../ui/table/column-kinds.tsx';
import { NO_VALUE, type Column } from '../../ui/table/column.ts';
import { Rows } from '../../ui/table/rows.tsx';
import { TitledCard } from '../../ui/titled-card.tsx';
import { UserLink } from '../../ui/user-link.tsx';
import { workloadPath } from '../../ui/workload-path.ts';
import { GaugeBar } from '../workloads/gauges/gauge-bar.tsx';
import { rowKeyOf, spentIn } from '../workloads/workload.ts';
import { useFleetPart } from './fleet.tsx';

/** Repeats the contract's list, because importing that would load it with every page. */
const ranks: readonly UsageRank[] = ['LEAST_USED', 'MOST_USED'];
const REFRESH_MS = 60_000;

/** The machines that use their GPUs least or most, and the cost of idle ones. Hidden if GPU use is not measured. */
export function MachineRanking({ gpus }: Overview) {
  const { part } = useFleetPart(gpus);
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
  const { t, format } = useWords();
  const columns: readonly Column<RankedMachine>[] = [
    column('name', t('common.name'), ({ workload: { user, name } }) => (
      <TextLink to={workloadPath(user, name)}>{name}</TextLink>
    )),
    column('user', t('workload.user'), ({ workload }) => <UserLink username={workload.user} />),
    column('region', t('workload.region'), ({ workload }) => workload.region),
    column(
      'gpu',
      t('sku.gpu'),
      ({ workload: { resources } }) => `${resources.gpuNumber} × ${resources.gpuModel}`,
    ),
    column('use', t('ranking.use'), ({ gpuUse }) => <GaugeBar name={t('ranking.use')} percent={gpuUse} />),
    column('idle', t('ranking.idle'), ({ idle }) => {
      if (idle === null) return NO_VALUE;
      const duration = format.hours(idle.seconds / 3_600);
      return idle.isLonger ? t('ranking.longer', { duration }) : duration;
    }),
    column(
      'spent',
      t('ranking.spent'),
      ({ workload, idle }) => {
        const spent = idle === null ? undefined : spentIn(workload, idle.seconds);
        if (spent !== undefined) return <Money amount={spent} />;
        return idle !== null && workload.pricing.mode === 'RESERVED' ? t('ranking.paid') : NO_VALUE;
      },
      { isAmount: true },
    ),
  ];
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
      <Rows
        title={t('ranking.title')}
        items={machines}
        rowKey={({ workload }) => rowKeyOf(workload)}
        columns={columns}
      />
      <Content component="small">{t('ranking.means')}</Content>
    </>
  );
}

/** The number of idle machines and their cost while idle. Hidden if there are none or it is unknown. */
function IdleNow({ part }: { readonly part: { readonly region?: string; readonly gpu?: string } }) {
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
