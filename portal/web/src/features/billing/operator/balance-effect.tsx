import { formatAmount, parseAmount } from '@gpulease/contract/money';
import { DescriptionList } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../../api/queries.ts';
import { Fact } from '../../../ui/fact.tsx';
import { Money } from '../../../ui/money.tsx';
import { balanceAfter } from './balance-after.ts';

interface BalanceEffectProps {
  readonly username: string;
  /** Yuan to add to the balance, as typed; negative to deduct. */
  readonly change: string;
  /** Yuan of the debt to write off. */
  readonly writtenOff?: string;
}

/** The user's balance before and after, updated while the amount is typed. */
export function BalanceEffect({ username, change, writtenOff }: BalanceEffectProps) {
  const { t } = useTranslation();
  const { balance, available, owed } = useApi('getUser', { params: { username } }).data ?? {};
  if (balance == null || available == null || owed == null) return null;
  const effect = balanceAfter({ balance, owed }, change);
  return (
    <DescriptionList isCompact isHorizontal aria-live="polite">
      <Fact term={t('balanceEffect.before')}>
        <Money amount={balance} />
      </Fact>
      <Fact term={t('balance.available')}>
        <Money amount={available} />
      </Fact>
      {effect && effect.collected !== '0.00' && (
        <Fact term={t('balanceEffect.owed')}>
          <Money amount={effect.collected} />
        </Fact>
      )}
      <Fact term={t('balanceEffect.after')}>{effect && <Money amount={effect.balance} />}</Fact>
      {writtenOff !== undefined && (
        <>
          <Fact term={t('balanceEffect.owedBefore')}>
            <Money amount={owed} />
          </Fact>
          <Fact term={t('balanceEffect.owedAfter')}>
            <Money amount={formatAmount(parseAmount(owed) - parseAmount(writtenOff))} />
          </Fact>
        </>
      )}
    </DescriptionList>
  );
}
