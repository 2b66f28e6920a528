import { consoleKinds, pricingUnits, resumeModes } from '@gpulease/contract/enums';
import { displayAmount, displayPrice } from '@gpulease/contract/money';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/format.ts';
import { useMoneyDisplay } from '../../ui/money.tsx';

interface Port {
  readonly port?: unknown;
  readonly protocol?: unknown;
}

/** Formats a requested value of an audit entry; undefined if it needs no formatting. */
export function useAuditValue(): (name: string, value: unknown) => string | undefined {
  const { t } = useTranslation();
  const format = useFormat();
  const money = useMoneyDisplay();
  const amount = (value: string) => displayAmount(value, money);
  const texts: Readonly<Record<string, (value: string) => string | undefined>> = {
    amount,
    expectedCharge: amount,
    expectedRefund: amount,
    expectedPrice: (value) => displayPrice(value, money),
    expectedUnit: (value) => said(pricingUnits, value, (unit) => t(`pricingUnit.${unit}`)),
    startTime: format.dateTime,
    expirationDate: format.dateTime,
    resume: (value) => said(resumeModes, value, (mode) => t(`resumeForOwner.${mode}`)),
    kind: (value) => said(consoleKinds, value, (kind) => t(`console.kinds.${kind}`)),
  };
  return (name, value) => {
    if (name === 'ports' && Array.isArray(value)) return format.list(value.map(portText));
    if (name === 'storage' && typeof value === 'number') return format.gib(value);
    return typeof value === 'string' ? texts[name]?.(value) : undefined;
  };
}

function portText({ port, protocol }: Port): string {
  return `${String(port)}/${String(protocol)}`;
}

/** The name of one of our constants; undefined for other values. */
function said<Known extends string>(
  all: readonly Known[],
  value: string,
  nameOf: (one: Known) => string,
): string | undefined {
  const known = all.find((one) => one === value);
  return known && nameOf(known);
}
