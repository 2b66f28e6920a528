import type { BillingRecord } from '@gpulease/contract/billing';
import { billingTypes, paymentMethods } from '@gpulease/contract/enums';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../i18n/format.ts';
import { Money } from '../ui/money.tsx';
import { StatusLabel } from '../ui/status-label.tsx';
import type { Filter } from '../ui/table/filter-input.tsx';
import type { Column } from '../ui/table/rows.tsx';

/** The columns of both consoles' billing lists. */
export function useBillingColumns(): readonly Column<BillingRecord>[] {
  const { t } = useTranslation();
  const format = useFormat();
  return [
    {
      key: 'date',
      title: t('billing.date'),
      isSortable: true,
      isNarrow: true,
      render: ({ date }) => format.dateTime(date),
    },
    {
      key: 'type',
      title: t('billing.type'),
      render: ({ type }) => <StatusLabel kind="billing" status={type} />,
    },
    {
      key: 'paymentMethod',
      title: t('billing.paymentMethod'),
      render: ({ paymentMethod }) => (paymentMethod ? t(`paymentMethod.${paymentMethod}`) : '–'),
    },
    {
      key: 'amount',
      title: t('billing.amount'),
      isSortable: true,
      isNarrow: true,
      render: ({ amount }) => <Money amount={amount} />,
    },
    {
      key: 'paymentAmount',
      title: t('billing.paymentAmount'),
      isNarrow: true,
      render: ({ paymentAmount }) => (paymentAmount === null ? '–' : <Money amount={paymentAmount} />),
    },
    {
      key: 'balanceAfter',
      title: t('billing.balanceAfter'),
      isNarrow: true,
      render: ({ balanceAfter }) => <Money amount={balanceAfter} />,
    },
    {
      key: 'successTime',
      title: t('billing.successTime'),
      isNarrow: true,
      render: ({ successTime }) => (successTime === null ? '–' : format.dateTime(successTime)),
    },
    { key: 'workload', title: t('billing.workload'), render: ({ workload }) => workload ?? '–' },
    { key: 'operator', title: t('billing.operator'), render: ({ operator }) => operator ?? '–' },
    { key: 'remark', title: t('billing.remark'), render: ({ remark }) => remark || '–' },
  ];
}

/** The filters that both billing lists have. */
export function billingFilters(t: TFunction): readonly Filter[] {
  return [
    {
      kind: 'select',
      name: 'type',
      label: t('billing.type'),
      options: billingTypes.map((value) => ({ value, label: t(`status.billing.${value}`) })),
    },
    {
      kind: 'select',
      name: 'paymentMethod',
      label: t('billing.paymentMethod'),
      options: paymentMethods.map((value) => ({ value, label: t(`paymentMethod.${value}`) })),
    },
    { kind: 'date', name: 'from', label: t('billing.from') },
    { kind: 'date', name: 'to', label: t('billing.to') },
  ];
}
