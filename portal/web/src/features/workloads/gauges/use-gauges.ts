/** What the GPUs of the machines on a page do now, in both consoles. */
import type { SessionConsole } from '@gpulease/contract/enums';
import type { WorkloadGauge } from '@gpulease/contract/workload-gauges';
import type { Workload } from '@gpulease/contract/workloads';
import { useState } from 'react';
import { useConfig } from '../../../api/config.ts';
import { useApi } from '../../../api/queries.ts';

export interface Gauges {
  /** Some of the machines have gauges, as far as it is known yet. */
  readonly areShown: boolean;
  /** undefined where nothing is measured, or not known. */
  readonly of: (workload: Workload) => WorkloadGauge | undefined;
}

/** The server has new ones so often. */
const REFRESH_MS = 30_000;

export function useGauges(console: SessionConsole, workloads: readonly Workload[]): Gauges {
  const { metrics } = useConfig();
  const uids = workloads.filter(mayHaveGauges).flatMap(({ uid }) => uid ?? []);
  const isAsked = metrics && uids.length > 0;
  const isOperator = console === 'admin';
  const input = { query: { uids: uids.join(',') } };
  const options = { keepPrevious: true, refetchInterval: REFRESH_MS };
  const own = useApi('getWorkloadGauges', input, { ...options, enabled: isAsked && !isOperator });
  const any = useApi('getAnyWorkloadGauges', input, { ...options, enabled: isAsked && isOperator });
  const { data } = isOperator ? any : own;
  const items = data?.available ? data.items : undefined;
  return {
    areShown: isAsked && items?.length !== 0,
    of: (workload) => (mayHaveGauges(workload) ? items?.find(({ uid }) => uid === workload.uid) : undefined),
  };
}

/** Those of a list, which tells `onItems` what it shows. */
export function useGaugesOfList(console: SessionConsole) {
  const [shown, onItems] = useState<readonly Workload[]>([]);
  return { gauges: useGauges(console, shown), onItems };
}

function mayHaveGauges({ status, resources }: Workload): boolean {
  return status === 'RUNNING' && resources.gpuNumber > 0;
}
