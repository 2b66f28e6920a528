import { consoleKinds, pricingUnits, resumeModes } from '@gpulease/contract/enums';
import { displayAmount, displayPrice } from '@gpulease/contract/money';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/format.ts';
import { useMoneyDisplay } from '../../ui/money.tsx';

interface Port {
  readonly port?: unknown;
  readonly protocol?: unknown;
}

/** What was asked for in an entry of the audit, as a person reads it; undefined for what reads as it stands. */
export function useAuditValue(): (name: string, value: unknown) => string | undefined {
  const { t } = useTranslation();
  const format = useFormat();
  const money = useMoneyDisplay();
  return (name, value) => {
    if (name === 'ports' && Array.isArray(value))
      return format.list(value.map(({ port, protocol }: Port) => `${String(port)}/${String(protocol)}`));
    if (typeof value === 'boolean')
      return t(value ? 'catalogue.condition_True' : 'catalogue.condition_False');
    if (name === 'storage' && typeof value === 'number') return format.gib(value);
    if (typeof value !== 'string') return undefined;
    if (['amount', 'expectedCharge', 'expectedRefund'].includes(name)) return displayAmount(value, money);
    if (name === 'expectedPrice') return displayPrice(value, money);
    if (['startTime', 'expirationDate'].includes(name)) return format.dateTime(value);
    const unit = pricingUnits.find((one) => one === value);
    if (name === 'expectedUnit' && unit) return t(`pricingUnit.${unit}`);
    const resume = resumeModes.find((one) => one === value);
    if (name === 'resume' && resume) return t(`resumeForOwner.${resume}`);
    const kind = consoleKinds.find((one) => one === value);
    return name === 'kind' && kind ? t(`console.kinds.${kind}`) : undefined;
  };
}
