import { useApi } from '../../../api/queries.ts';
import { refreshOf } from '../../../ui/charts/refresh.ts';
import type { askedFor } from '../../../ui/charts/zoom.ts';
import { paramsOf } from '../actions/power-actions.ts';
import type { WorkloadProps } from '../workload.ts';

const operations = { user: 'getWorkloadMetrics', admin: 'getAnyWorkloadMetrics' } as const;

/** What a machine has used, in both consoles; refreshed when the next point is there. */
export function useMetrics({ console, workload }: WorkloadProps, query: ReturnType<typeof askedFor>) {
  const params = paramsOf(console, workload);
  return useApi(operations[console], { params, query }, refreshOf(query));
}
