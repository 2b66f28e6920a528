import { useTranslation } from 'react-i18next';
import { useAmountText } from '../../ui/money.tsx';

/** Shows the unsettled amount, so that the records and the cost of machines add up. */
export function RecordsLead({ unsettled }: { readonly unsettled: string | undefined }) {
  const { t } = useTranslation();
  const amountText = useAmountText();
  if (unsettled === undefined || Number(unsettled) === 0) return t('billing.recordsLead');
  const amount = amountText(unsettled);
  return `${t('billing.recordsLead')} ${t('billing.unsettled', { amount })}`;
}
