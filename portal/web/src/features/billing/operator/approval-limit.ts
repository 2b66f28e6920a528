/** The limit above which a second operator must approve, and the open requests. */
import { isAmount, parseAmount } from '@gpulease/contract/money';
import { useApi } from '../../../api/queries.ts';

/** In yuan; null if there is no limit or it is not loaded yet. */
export function useApprovalLimit(): string | null {
  return useApi('getApprovalLimit').data?.above ?? null;
}

/** Whether a typed amount in yuan needs a second operator. The server decides in the end. */
export function useNeedsSecond(amount: string): boolean {
  const limit = useApprovalLimit();
  return limit !== null && isAmount(amount) && parseAmount(amount) > parseAmount(limit);
}

/** The number of undecided requests. */
export function useWaitingApprovals(): number {
  return useApi('listApprovals', { query: { status: 'PENDING', pageSize: 1 } }).data?.total ?? 0;
}
