import type { PricingUnit } from '@gpulease/contract/enums';
import { displayAmount, displayPrice, type MoneyDisplay } from '@gpulease/contract/money';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../api/config.ts';
import { useLanguage } from '../i18n/i18n.ts';
import { OneLine } from './one-line.tsx';

export function useMoneyDisplay(): MoneyDisplay {
  const { currency } = useConfig();
  return { language: useLanguage(), cnyPerUsd: currency.cnyPerUsd };
}

export function useAmountText(): (amount: string) => string {
  const display = useMoneyDisplay();
  return (amount) => displayAmount(amount, display);
}

interface MoneyProps {
  readonly amount: string;
  /** Adds a plus sign to positive amounts. */
  readonly isSigned?: boolean;
}

/** An amount in yuan: `¥100.00`, in English `$13.89 (¥100.00)`. Lines break between the two, but not after a minus. */
export function Money({ amount, isSigned = false }: MoneyProps) {
  const display = useMoneyDisplay();
  const plus = isSigned && !/^-|^0\.00$/.test(amount) ? '+' : '';
  const [first, ...more] = displayAmount(amount, display).split(' ');
  return (
    <OneLine>
      {plus}
      {first}
      {more.map((part) => [' ', <wbr key={part} />, part])}
    </OneLine>
  );
}

/** A price per unit of time: `¥1.58 / 小时`, in English `$0.22 (¥1.58) / hour`. Lines break only before the yuan. */
export function Price({ price, unit }: { readonly price: string; readonly unit?: PricingUnit }) {
  const display = useMoneyDisplay();
  const { t } = useTranslation();
  return (
    <span>
      {displayPrice(price, display)}
      {unit && `\u00a0/\u00a0${t(`pricingUnit.${unit}`)}`}
    </span>
  );
}
