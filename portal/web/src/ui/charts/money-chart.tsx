import { chartValue, displayAmountShort, displayOnAxis } from '@gpulease/contract/money';
import { Content } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../lazy-part.tsx';
import { Money, useMoneyDisplay } from '../money.tsx';
import { ChartLoading } from './chart-loading.tsx';
import { ChartTable } from './chart-table.tsx';

const BarChart = lazyPart(async () => (await import('./bar-chart.tsx')).BarChart, <ChartLoading />);

interface Sum {
  /** A day or an hour, as a person reads it. */
  readonly label: string;
  /** The full form of the label, with its year, where there is room; defaults to the label. */
  readonly fullLabel?: string;
  readonly amount: string;
}

interface MoneyChartProps {
  readonly title: string;
  /** What the labels mean: the column's title. */
  readonly labelTitle: string;
  readonly sums: readonly Sum[];
}

/** Amounts over time: as bars, oldest first, and as a table for screen readers, newest first. */
export function MoneyChart({ title, labelTitle, sums }: MoneyChartProps) {
  const { t } = useTranslation();
  const money = useMoneyDisplay();
  const bars = sums.map(({ label, amount }) => ({
    label,
    value: chartValue(amount, money),
    text: displayAmountShort(amount, money),
  }));
  // Without an amount the axis has no scale.
  if (bars.every(({ value }) => value === 0)) return <Content component="p">{t('chart.nothing')}</Content>;
  return (
    <>
      <BarChart title={title} bars={bars} tick={(value) => displayOnAxis(value, money)} />
      <ChartTable
        title={title}
        columns={[labelTitle, t('billing.amount')]}
        rows={() =>
          sums.toReversed().map(({ label, fullLabel = label, amount }) => ({
            label: fullLabel,
            values: [<Money key={label} amount={amount} />],
          }))
        }
      />
    </>
  );
}
