/** The limit above which a second operator must approve, and the open requests. */
import { isAmount, parseAmount } from '@gpulease/contract/money';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../../api/queries.ts';
import { InlineAlert } from '../../../ui/inline-alert.tsx';
import { useAmountText } from '../../../ui/money.tsx';

/** In yuan; null if there is no limit or it is not loaded yet. */
export const useApprovalLimit = (): string | null => useApi('getApprovalLimit').data?.above ?? null;

/** Whether a typed amount in yuan needs a second operator. The server has the final say. */
export function useNeedsSecond(amount: string): boolean {
  const limit = useApprovalLimit();
  return limit !== null && isAmount(amount) && parseAmount(amount) > parseAmount(limit);
}

export function useWaitingApprovals(): number {
  return useApi('listApprovals', { query: { status: 'PENDING', pageSize: 1 } }).data?.total ?? 0;
}

/** Announces that the request waits for another operator's approval. */
export function SecondOperatorNeeded() {
  const { t } = useTranslation();
  const amountText = useAmountText();
  const limit = useApprovalLimit() ?? '0.00';
  return (
    <InlineAlert
      isLiveRegion
      component="p"
      variant="info"
      title={t('approvals.needed', { limit: amountText(limit) })}
    />
  );
}
