import { pricingModes, workloadStatuses, type SessionConsole } from '@gpulease/contract/enums';
import { remoteDesktopAddress, sshCommand } from '@gpulease/contract/sign-in-address';
import { skuTitle } from '@gpulease/contract/sku-title';
import type { Workload } from '@gpulease/contract/workloads';
import { Content } from '@patternfly/react-core';
import type { TFunction } from 'i18next';
import { useConfig } from '../../../api/config.ts';
import type { FilterName, SortName } from '../../../api/lists.ts';
import { useLanguage } from '../../../i18n/i18n.ts';
import { useWords } from '../../../i18n/words.ts';
import { Copyable } from '../../../ui/copyable.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { Money, Price } from '../../../ui/money.tsx';
import { Name } from '../../../ui/one-line.tsx';
import { NO_VALUE, type Column } from '../../../ui/table/column.ts';
import { column, textColumn } from '../../../ui/table/column-kinds.tsx';
import type { Filter } from '../../../ui/table/filter-input.tsx';
import { selectFilter } from '../../../ui/table/filter-kinds.ts';
import { Ago } from '../../../ui/time.tsx';
import { useCatalogueNames } from '../../offers/queries.ts';
import type { WorkloadActions } from '../actions/use-workload-actions.tsx';
import { GaugeBar } from '../gauges/gauge-bar.tsx';
import type { Gauges } from '../gauges/use-gauges.ts';
import { StatusCell } from './status-cell.tsx';

interface Shown {
  readonly console: SessionConsole;
  readonly gauges: Gauges;
  readonly ask: WorkloadActions['ask'];
  /** How long the reader's balance lasts, if it is about to run out. */
  readonly lastHours?: number | undefined;
}

/** Sorts only by names that both lists support. */
export type WorkloadColumn = Column<Workload, SortName<'listWorkloads'> & SortName<'listAllWorkloads'>>;

/** The columns of the workload lists in both consoles. `pathOf` is the path of a workload's page. */
export function useWorkloadColumns(
  pathOf: (workload: Workload) => string,
  { console, gauges, ask, lastHours }: Shown,
): readonly WorkloadColumn[] {
  const { t, format } = useWords();
  const language = useLanguage();
  const { measuresGpus } = useConfig();
  const { regionOf, imageOf } = useCatalogueNames();
  return [
    column(
      'name',
      t('common.name'),
      (workload) => (
        <>
          <TextLink to={pathOf(workload)}>
            <Name>{workload.name}</Name>
          </TextLink>
          <Content component="small">{imageOf(workload.image)}</Content>
        </>
      ),
      { sortBy: 'name', isFixed: true },
    ),
    column(
      'status',
      t('common.status'),
      (workload) => (
        <StatusCell
          {...{ console, workload, lastHours, ask }}
          idle={gauges.of(workload)?.idle ?? undefined}
        />
      ),
      { sortBy: 'status' },
    ),
    // Shown even if no machine has gauges: columns that come and go make a table hard to read.
    ...(measuresGpus ? gaugeColumns(gauges, t) : []),
    column('sku', t('workload.sku'), (workload) => skuTitle(workload, language), { sortBy: 'sku' }),
    // There is room for either the gauges or the region.
    column('region', t('workload.region'), ({ region }) => regionOf(region), {
      sortBy: 'region',
      isExtra: measuresGpus,
    }),
    textColumn('node', t('workload.node'), { sortBy: 'node', isNarrow: true, isExtra: true }),
    column('ssh', t('workload.ssh'), (workload) => <SignIn workload={workload} />, { isNarrow: true }),
    column(
      'price',
      t('workload.pricePerHour'),
      ({ cost, termEnd }) => (
        <>
          <Price price={cost.perHour} />
          {termEnd !== null && (
            <Content component="small">{t('cost.until', { time: format.dayAndHour(termEnd) })}</Content>
          )}
        </>
      ),
      { isNarrow: true },
    ),
    column('cost', t('cost.total'), ({ cost }) => <Money amount={cost.total} />, { isAmount: true }),
    column('mode', t('workload.pricing'), ({ pricing }) => t(`pricingMode.${pricing.mode}`), {
      isExtra: true,
    }),
    column('createdAt', t('common.createdAt'), ({ createdAt }) => <Ago at={createdAt} />, {
      sortBy: 'createdAt',
      isNarrow: true,
    }),
  ];
}

/** The use of the GPUs and of their memory. The server sorts by them across all pages. */
function gaugeColumns(gauges: Gauges, t: TFunction): readonly WorkloadColumn[] {
  const gaugeColumn = (sortBy: 'gpuUse' | 'gpuMemory', title: string) => {
    const render = (workload: Workload) => {
      const percent = gauges.of(workload)?.[sortBy] ?? undefined;
      return percent === undefined ? NO_VALUE : <GaugeBar name={title} percent={percent} />;
    };
    return { key: sortBy, title, sortBy, render };
  };
  return [
    gaugeColumn('gpuUse', t('monitoring.graph.GPU_UTILIZATION')),
    gaugeColumn('gpuMemory', t('monitoring.graph.GPU_MEMORY')),
  ];
}

function SignIn({ workload }: { readonly workload: Workload }) {
  const { t } = useWords();
  const command = sshCommand(workload);
  if (command !== undefined) return <Copyable isInline text={command} label={t('workload.sshCommand')} />;
  const address = remoteDesktopAddress(workload);
  if (address === undefined) return NO_VALUE;
  return <Copyable isInline text={address} label={t('workload.remoteDesktop')} />;
}

export function workloadFilters(t: TFunction): readonly Filter<FilterName<'listWorkloads'>>[] {
  return [
    { kind: 'search', name: 'search', label: t('workload.search') },
    {
      kind: 'select',
      name: 'status',
      label: t('common.status'),
      hasMore: true,
      hasSeveral: true,
      options: workloadStatuses.map((value) => ({
        value,
        label: t(`status.workload.${value}`),
        isAlone: value === 'DESTROYED',
      })),
    },
    selectFilter('mode', t('workload.pricing'), pricingModes, (value) => t(`pricingMode.${value}`)),
  ];
}
