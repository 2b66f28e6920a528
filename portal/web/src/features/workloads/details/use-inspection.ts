import type { Workload } from '@gpulease/contract/workloads';
import { useApi } from '../../../api/queries.ts';

/** KubeVirt's objects have no live events. */
const REFRESH_MS = 5_000;

export function useInspection({ user, name }: Workload) {
  return useApi('getWorkloadInspection', { params: { user, name } }, { refetchInterval: REFRESH_MS });
}
