import { useApi } from '../../api/queries.ts';

/** Alarms have no live events. */
export const ALARMS_REFRESH_MS = 30_000;

export function useOpenAlarms(): number {
  const query = { pageSize: 1, status: 'OPEN' } as const;
  return useApi('listAlarms', { query }, { refetchInterval: ALARMS_REFRESH_MS }).data?.total ?? 0;
}
