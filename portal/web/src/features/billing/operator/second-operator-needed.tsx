import { useTranslation } from 'react-i18next';
import { InlineAlert } from '../../../ui/inline-alert.tsx';
import { useAmountText } from '../../../ui/money.tsx';
import { useApprovalLimit } from './approval-limit.ts';

/** Says in advance that nothing happens until another operator approves. */
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
