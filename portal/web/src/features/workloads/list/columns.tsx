import type { WorkloadGauge } from '@gpulease/contract/workload-gauges';
import type { Workload } from '@gpulease/contract/workloads';
import { workloadStatuses, pricingModes } from '@gpulease/contract/enums';
import type { TFunction } from 'i18next';
import type { FilterName, SortName } from '../../../api/lists.ts';
import { useCatalogueNames } from '../../offers/queries.ts';
import { useFormat, type Formatter } from '../../../i18n/format.ts';
import { useLanguage } from '../../../i18n/i18n.ts';
import { Copyable } from '../../../ui/copyable.tsx';
import { Money, Price } from '../../../ui/money.tsx';
import { StatusLabel } from '../../../ui/status-label.tsx';
import { selectFilter } from '../../../ui/table/filter-kinds.ts';
import { NOTHING, type Column } from '../../../ui/table/column.ts';
import { column, linkColumn, textColumn, timeColumn } from '../../../ui/table/column-kinds.tsx';
import type { Filter } from '../../../ui/table/filter-input.tsx';
import { useTranslation } from 'react-i18next';
import { isAboutToStop } from '../auto-stop/auto-stop.ts';
import { GaugeBar } from '../gauges/gauge-bar.tsx';
import type { Gauges } from '../gauges/use-gauges.ts';
import { stopsWithoutFunds } from '../low-funds.tsx';
import { skuTitle } from '@gpulease/contract/sku-title';
import { sshCommand } from '@gpulease/contract/sign-in-address';

interface Shown {
  readonly gauges: Gauges;
  /** How long the reader's balance lasts, if it is about to run out. */
  readonly lastHours?: number | undefined;
}

/** In both lists; what only one of them sorts by is added there. */
export type WorkloadColumn = Column<Workload, SortName<'listWorkloads'> & SortName<'listAllWorkloads'>>;

/** The columns of the workload lists in both consoles. `pathOf` is the path of a workload's page. */
export function useWorkloadColumns(
  pathOf: (workload: Workload) => string,
  { gauges, lastHours }: Shown,
): readonly WorkloadColumn[] {
  const { t } = useTranslation();
  const language = useLanguage();
  const { regionOf } = useCatalogueNames();
  return [
    linkColumn('name', t('common.name'), { pathOf, sortBy: 'name', isNarrow: true, isFixed: true }),
    column(
      'status',
      t('common.status'),
      (workload) => <Status workload={workload} lastHours={lastHours} idle={gauges.of(workload)?.idle} />,
      { sortBy: 'status' },
    ),
    ...(gauges.areShown ? gaugeColumns(gauges, t) : []),
    column('sku', t('workload.sku'), (workload) => skuTitle(workload, language), { sortBy: 'sku' }),
    // There is room for the gauges or for the region.
    column('region', t('workload.region'), ({ region }) => regionOf(region), {
      sortBy: 'region',
      isExtra: gauges.areShown,
    }),
    textColumn('node', t('workload.node'), { sortBy: 'node', isNarrow: true, isExtra: true }),
    column('ssh', t('workload.ssh'), (workload) => <SshCommand workload={workload} />, { isNarrow: true }),
    column('price', t('workload.pricePerHour'), ({ cost }) => <Price price={cost.perHour} />, {
      isNarrow: true,
    }),
    column('cost', t('cost.total'), ({ cost }) => <Money amount={cost.total} />, { isAmount: true }),
    column('mode', t('workload.pricing'), ({ pricing }) => t(`pricingMode.${pricing.mode}`), {
      isExtra: true,
    }),
    timeColumn('createdAt', t('common.createdAt'), { sortBy: 'createdAt', isExtra: true, isNarrow: false }),
  ];
}

/** How busy the GPUs are, and how full their memory. */
function gaugeColumns(gauges: Gauges, t: TFunction): readonly WorkloadColumn[] {
  const gaugeColumn = (key: 'gpuUse' | 'gpuMemory', title: string) =>
    column(key, title, (workload: Workload) => {
      const percent = gauges.of(workload)?.[key] ?? undefined;
      return percent === undefined ? NOTHING : <GaugeBar name={title} percent={percent} />;
    });
  return [
    gaugeColumn('gpuUse', t('monitoring.graph.GPU_UTILIZATION')),
    gaugeColumn('gpuMemory', t('monitoring.graph.GPU_MEMORY')),
  ];
}

type Idle = NonNullable<WorkloadGauge['idle']>;

interface StatusProps {
  readonly workload: Workload;
  readonly lastHours: number | undefined;
  readonly idle: Idle | null | undefined;
}

/** The status, with the place in the queue, the time of an automatic stop, that until the balance runs out, or how long it is idle. */
function Status({ workload, lastHours, idle }: StatusProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { status, queuePlace, stopAt, plannedMaintenance: planned } = workload;
  const stopsIn = stopsWithoutFunds(workload) ? lastHours : undefined;
  const details = [
    queuePlace !== null && t('workload.queuePlace', { place: queuePlace }),
    isAboutToStop(workload) && t('autoStop.stopsAt', { time: format.hour(stopAt ?? '') }),
    stopsIn !== undefined && t('balance.stopsIn', { runway: format.shortHours(stopsIn) }),
    planned !== null && t('workload.plannedShort', { time: format.dayAndHour(planned.startTime) }),
    idle != null && t('gauges.idleShort', { duration: shortIdle(idle, format) }),
  ];
  const detail = details.find((text) => text !== false);
  return <StatusLabel kind="workload" status={status} {...(detail && { detail })} />;
}

function shortIdle({ seconds, isLonger }: Idle, format: Formatter): string {
  return `${format.shortHours(seconds / 3_600)}${isLonger ? '+' : ''}`;
}

/** The SSH command, once there is one. */
function SshCommand({ workload }: { readonly workload: Workload }) {
  const { t } = useTranslation();
  const command = sshCommand(workload);
  return command === undefined ? '–' : <Copyable isInline text={command} label={t('workload.sshCommand')} />;
}

/** The filters of the workload lists in both consoles. */
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
