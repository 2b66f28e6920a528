import type { MetricRange, SessionConsole } from '@gpulease/contract/enums';
import type { Workload } from '@gpulease/contract/workloads';
import { useApi } from '../../../api/queries.ts';
import { refreshOf } from '../../../ui/charts/refresh.ts';

interface AskedTime {
  readonly range: MetricRange;
  /** RFC 3339. */
  readonly until?: string;
}

/** What a machine has used, in both consoles; refreshed when the next point is there. */
export function useMetrics(console: SessionConsole, { user, name }: Workload, query: AskedTime) {
  const isOperator = console === 'admin';
  const options = refreshOf(query);
  const own = useApi('getWorkloadMetrics', { params: { name }, query }, { ...options, enabled: !isOperator });
  const any = useApi(
    'getAnyWorkloadMetrics',
    { params: { user, name }, query },
    { ...options, enabled: isOperator },
  );
  return isOperator ? any : own;
}
