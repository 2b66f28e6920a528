import { TERM_REFUND_PERCENT } from '@gpulease/contract/rating';
import type { TFunction } from 'i18next';

/** What destroying reserved machines gives back, and by which rule; `amount` as it is shown. */
export function refundSentence(t: TFunction, amount: string): string {
  return t('workload.consequence.refund', { amount, percent: `${TERM_REFUND_PERCENT}%` });
}
