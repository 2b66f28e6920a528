/** What the GPUs of the machines on a page do now, in both consoles. */
import type { SessionConsole } from '@gpulease/contract/enums';
import type { WorkloadGauge } from '@gpulease/contract/workload-gauges';
import type { Workload } from '@gpulease/contract/workloads';
import { useCallback, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useConfig } from '../../../api/config.ts';
import { useApi } from '../../../api/queries.ts';

export interface Gauges {
  /** None of the machines has any, which is known. */
  readonly areMissing: boolean;
  /** undefined where nothing is measured, or not known. */
  readonly of: (workload: Workload) => WorkloadGauge | undefined;
}

/** The server has new ones so often. */
const GAUGE_REFRESH_MS = 30_000;

/** Those of some machines. */
export function useGauges(console: SessionConsole, ...workloads: readonly Workload[]): Gauges {
  return useGaugesOf(console, uidsOf(workloads));
}

/**
 * Those of a list, which tells `onItems` what it shows. Without a source of metrics the list is not drawn again for them. A list
 * that is sorted by them is asked for as often as they are.
 */
export function useGaugesOfList(console: SessionConsole) {
  const { measuresGpus } = useConfig();
  const [params] = useSearchParams();
  const isSorted = measuresGpus && /^-?gpu(?:Use|Memory)$/.test(params.get('sort') ?? '');
  const [uids, setUids] = useState('');
  const onItems = useCallback(
    (items: readonly Workload[]) => setUids(measuresGpus ? uidsOf(items) : ''),
    [measuresGpus],
  );
  const gauges = useGaugesOf(console, uids);
  return {
    gauges,
    onItems,
    refresh: isSorted ? { refreshMs: GAUGE_REFRESH_MS } : {},
  };
}

const operations = { user: 'getWorkloadGauges', admin: 'getAnyWorkloadGauges' } as const;

function useGaugesOf(console: SessionConsole, uids: string): Gauges {
  const { measuresGpus } = useConfig();
  const isAsked = measuresGpus && uids !== '';
  const options = { keepPrevious: true, refetchInterval: GAUGE_REFRESH_MS, enabled: isAsked };
  const { data } = useApi(operations[console], { query: { uids } }, options);
  const items = data?.available ? data.items : undefined;
  return {
    areMissing: !isAsked || items?.length === 0,
    of: (workload) => (mayHaveGauges(workload) ? items?.find(({ uid }) => uid === workload.uid) : undefined),
  };
}

function uidsOf(workloads: readonly Workload[]): string {
  return workloads
    .filter(mayHaveGauges)
    .flatMap(({ uid }) => uid ?? [])
    .join(',');
}

function mayHaveGauges({ status, resources }: Workload): boolean {
  return status === 'RUNNING' && resources.gpuNumber > 0;
}
