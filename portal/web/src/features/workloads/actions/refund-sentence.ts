import type { SessionConsole } from '@gpulease/contract/enums';
import { TERM_REFUND_PERCENT } from '@gpulease/contract/rating';
import type { TFunction } from 'i18next';
import { consequencesIn } from './consequences-in.ts';

/** What destroying reserved machines gives back to the reader or, for operators, to the owner, and by which rule; `amount` as it is shown. */
export function refundSentence(t: TFunction, console: SessionConsole, amount: string): string {
  return t(`${consequencesIn[console]}.refund`, { amount, percent: `${TERM_REFUND_PERCENT}%` });
}
