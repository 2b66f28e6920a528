import { formatAmount, parseAmount } from '@gpulease/contract/money';
import { DescriptionList } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../../api/queries.ts';
import { Fact, MoneyFact } from '../../../ui/fact.tsx';
import { Money } from '../../../ui/money.tsx';
import { balanceAfter } from './balance-after.ts';

interface BalanceEffectProps {
  readonly username: string;
  /** Yuan to add to the balance, as typed; negative to deduct. */
  readonly change: string;
  /** Yuan of the debt to write off. */
  readonly writtenOff?: string;
}

export function BalanceEffect({ username, change, writtenOff }: BalanceEffectProps) {
  const { t } = useTranslation();
  const { balance, available, owed } = useApi('getUser', { params: { username } }).data ?? {};
  if (balance == null || available == null || owed == null) return null;
  const effect = balanceAfter({ balance, owed }, change);
  return (
    <DescriptionList isCompact isHorizontal aria-live="polite">
      <MoneyFact term={t('balanceEffect.before')} amount={balance} />
      <MoneyFact term={t('balance.available')} amount={available} />
      {effect && effect.collected !== '0.00' && (
        <MoneyFact term={t('balanceEffect.owed')} amount={effect.collected} />
      )}
      <Fact term={t('balanceEffect.after')}>{effect && <Money amount={effect.balance} />}</Fact>
      {writtenOff !== undefined && (
        <>
          <MoneyFact term={t('balanceEffect.owedBefore')} amount={owed} />
          <MoneyFact
            term={t('balanceEffect.owedAfter')}
            amount={formatAmount(parseAmount(owed) - parseAmount(writtenOff))}
          />
        </>
      )}
    </DescriptionList>
  );
}
