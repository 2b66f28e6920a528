import type { BillingRecord } from '@gpulease/contract/billing';
import { billingTypes, paymentMethods } from '@gpulease/contract/enums';
import type { TFunction } from 'i18next';
import { serverNow } from '../../browser/clock.ts';
import { useFormat } from '../../i18n/format.ts';
import { shanghaiDay } from '../../i18n/shanghai-day.ts';
import { useWords } from '../../i18n/words.ts';
import { TextLink } from '../../ui/links.tsx';
import { Money } from '../../ui/money.tsx';
import { StatusLabel } from '../../ui/status-label.tsx';
import { selectFilter } from '../../ui/table/filter-kinds.ts';
import { column, moneyColumn, textColumn } from '../../ui/table/column-kinds.tsx';
import type { Filter } from '../../ui/table/filter-input.tsx';
import type { ColumnOf } from '../../ui/table/resource-table.tsx';

/** The columns of the billing lists in both consoles. `pathOf` links a record to its machine. */
export function useBillingColumns(
  pathOf?: (user: string, workload: string) => string,
): readonly ColumnOf<'listBillingRecords'>[] {
  const { t, format } = useWords();
  return [
    column(
      'date',
      t('common.time'),
      ({ date, day }) => (day === null ? format.dateTime(date) : <Day day={day} />),
      { onCard: 'below', sortBy: 'date', isNarrow: true },
    ),
    column('type', t('billing.type'), (record) => <StatusLabel kind="billing" status={kindOf(record)} />, {
      onCard: 'start',
    }),
    column(
      'paymentMethod',
      t('recharge.method'),
      ({ paymentMethod }) => (paymentMethod ? t(`paymentMethod.${paymentMethod}`) : '–'),
      { onCard: 'start', isNarrow: true },
    ),
    column('amount', t('billing.amount'), (record) => <Money isSigned amount={movementOf(record)} />, {
      onCard: 'end',
      sortBy: 'amount',
      isNarrow: true,
      isAmount: true,
    }),
    moneyColumn('paymentAmount', t('billing.paymentAmount'), { onCard: 'below' }),
    moneyColumn('balanceAfter', t('billing.balanceAfter'), { onCard: 'below' }),
    {
      key: 'successTime',
      title: t('billing.successTime'),
      onCard: 'below',
      isNarrow: true,
      isExtra: true,
      // A deduction is booked immediately, so its success time adds nothing.
      render: ({ type, successTime }) =>
        type === 'DEDUCTION' || successTime === null ? '–' : format.dateTime(successTime),
    },
    column(
      'workload',
      t('billing.workload'),
      ({ user, workload }) => {
        if (workload === null) return '–';
        return pathOf ? <TextLink to={pathOf(user, workload)}>{workload}</TextLink> : workload;
      },
      { onCard: 'start' },
    ),
    textColumn('operator', t('billing.operator'), { onCard: 'below' }),
    column(
      'remark',
      t('billing.remark'),
      ({ remark, refundReason }) =>
        refundReason === null ? remark || '–' : t(`billing.refundReason.${refundReason}`),
      { onCard: 'start', isProse: true },
    ),
  ];
}

/** The day of a usage row, which grows until the day is over. */
function Day({ day }: { readonly day: string }) {
  const { t } = useWords();
  const date = useFormat().day(day);
  return day === shanghaiDay(new Date(serverNow())) ? t('billing.soFar', { date }) : date;
}

/** The type of a record for customers: a refund is booked as a deduction but shown as a refund. */
function kindOf({ type, amount }: BillingRecord): BillingRecord['type'] | 'REFUND' {
  return type === 'DEDUCTION' && amount.startsWith('-') ? 'REFUND' : type;
}

/** The signed amount: positive for money that came in, negative for deductions. */
function movementOf({ type, amount }: BillingRecord): string {
  if (type === 'RECHARGE') return amount;
  return amount.startsWith('-') ? amount.slice(1) : `-${amount}`;
}

export function billingFilters(t: TFunction): readonly Filter<'type' | 'paymentMethod' | 'from' | 'to'>[] {
  return [
    selectFilter('type', t('billing.type'), billingTypes, (value) => t(`status.billing.${value}`)),
    selectFilter('paymentMethod', t('recharge.method'), paymentMethods, (value) =>
      t(`paymentMethod.${value}`),
    ),
    { kind: 'date', name: 'from', label: t('billing.from') },
    { kind: 'date', name: 'to', label: t('billing.to') },
  ];
}
