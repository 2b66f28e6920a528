import { useApi } from '../api/queries.ts';

/** How many of the customer's notices were not read. */
export function useUnreadNotices(): number {
  return useApi('listNotices', { query: { pageSize: 1 } }).data?.unread ?? 0;
}
