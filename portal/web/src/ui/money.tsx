import type { PricingUnit } from '@gpulease/contract/enums';
import { displayAmount, displayPrice, type MoneyDisplay } from '@gpulease/contract/money';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../api/config.ts';
import { useLanguage } from '../i18n/i18n.ts';
import { OneLine } from './one-line.tsx';

/** How money is shown in the language of the page. */
export function useMoneyDisplay(): MoneyDisplay {
  const { currency } = useConfig();
  return { language: useLanguage(), cnyPerUsd: currency.cnyPerUsd };
}

interface MoneyProps {
  readonly amount: string;
  /** With a plus sign where it came in; what went out has its minus anyway. */
  readonly isSigned?: boolean;
}

/** An amount in yuan: `¥100.00`, in English `$13.89 (¥100.00)`, which may be broken between the two, but not after a minus. */
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

/** A price for one unit of time: `¥1.58 / 小时`, in English `$0.22 (¥1.58) / hour`, which may be broken before the yuan. */
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
