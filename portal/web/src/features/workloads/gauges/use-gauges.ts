import type { SessionConsole } from '@gpulease/contract/enums';
import type { Workload } from '@gpulease/contract/workloads';
import { useCallback, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useConfig } from '../../../api/config.ts';
import { useApi } from '../../../api/queries.ts';

/** The interval at which the server has new gauges. */
const GAUGE_REFRESH_MS = 30_000;

export type Gauges = ReturnType<typeof useGaugesOf>;

export function useGauges(console: SessionConsole, ...workloads: readonly Workload[]) {
  return useGaugesOf(console, uidsOf(workloads));
}

/** The gauges of a list, which passes its items to `onItems`. A list sorted by gauges refreshes at their interval. */
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
  return { gauges, onItems, refresh: isSorted ? { refreshMs: GAUGE_REFRESH_MS } : {} };
}

const operations = { user: 'getWorkloadGauges', admin: 'getAnyWorkloadGauges' } as const;

function useGaugesOf(console: SessionConsole, uids: string) {
  const { measuresGpus } = useConfig();
  const isAsked = measuresGpus && uids !== '';
  const options = { keepPrevious: true, refetchInterval: GAUGE_REFRESH_MS, enabled: isAsked };
  const { data } = useApi(operations[console], { query: { uids } }, options);
  const items = data?.available ? data.items : undefined;
  return {
    /** Whether it is certain that no machine has gauges. */
    areMissing: !isAsked || items?.length === 0,
    of: (workload: Workload) =>
      mayHaveGauges(workload) ? items?.find(({ uid }) => uid === workload.uid) : undefined,
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
