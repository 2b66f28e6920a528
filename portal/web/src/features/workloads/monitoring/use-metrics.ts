import { useApi } from '../../../api/queries.ts';
import { refreshOf } from '../../../ui/charts/refresh.ts';
import type { askedFor } from '../../../ui/charts/zoom.ts';
import { paramsOf } from '../actions/power-actions.ts';
import type { WorkloadProps } from '../workload.ts';

const operations = { user: 'getWorkloadMetrics', admin: 'getAnyWorkloadMetrics' } as const;

/** A machine's metrics in both consoles, refetched when the next point is due. */
export function useMetrics({ console, workload }: WorkloadProps, query: ReturnType<typeof askedFor>) {
  const params = paramsOf(console, workload);
  return useApi(operations[console], { params, query }, refreshOf(query));
}
