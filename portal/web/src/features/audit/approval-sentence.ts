import type { AuditEntry } from '@gpulease/contract/admin';
import { approvalDecisions, approvalKinds } from '@gpulease/contract/enums';
import { displayAmount } from '@gpulease/contract/money';
import { useTranslation } from 'react-i18next';
import { useMoneyDisplay } from '../../ui/money.tsx';

/** What an entry of the audit says of a request for a second operator, or of the decision on one; undefined for any other. */
export function useApprovalSentence({ action, details }: AuditEntry): string | undefined {
  const { t } = useTranslation();
  const money = useMoneyDisplay();
  const kind = approvalKinds.find((one) => one === details.kind);
  const decision = approvalDecisions.find((one) => one === details.decision);
  const { amount, askedBy, askedFor } = details;
  if (!kind || typeof amount !== 'string') return undefined;
  const said = {
    what: t(`approvals.kind.${kind}`),
    amount: displayAmount(amount, money),
    operator: askedBy,
    reason: askedFor,
  };
  if (action === 'ASK_APPROVAL') return t('audit.approvalAsked', said);
  return action === 'DECIDE_APPROVAL' && decision ? t(`audit.approvalDecided.${decision}`, said) : undefined;
}
