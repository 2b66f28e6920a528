/** Above which sum a second operator has to approve, and what waits for one. */
import { isAmount, parseAmount } from '@gpulease/contract/money';
import { useApi } from '../../../api/queries.ts';

/** Yuan; null where there is none, or it is not known yet. */
export function useApprovalLimit(): string | null {
  return useApi('getApprovalLimit').data?.above ?? null;
}

/** Whether so many yuan, as they are typed, need a second operator. The server has the last word. */
export function useNeedsSecond(amount: string): boolean {
  const limit = useApprovalLimit();
  return limit !== null && isAmount(amount) && parseAmount(amount) > parseAmount(limit);
}

/** How many requests nobody has decided on. */
export function useWaitingApprovals(): number {
  return useApi('listApprovals', { query: { status: 'PENDING', pageSize: 1 } }).data?.total ?? 0;
}
