import { chartValue, displayAmountShort, displayOnAxis } from '@gpulease/contract/money';
import { Content } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../lazy-part.tsx';
import { Money, useMoneyDisplay } from '../money.tsx';
import { ChartLoading } from './chart-loading.tsx';
import { ChartTable } from './chart-table.tsx';
import { Legend } from './legend.tsx';
import { BAR_COLOR, BEFORE_COLOR, lineColor } from './line-color.ts';

const BarChart = lazyPart(async () => (await import('./bar-chart.tsx')).BarChart, <ChartLoading />);

interface Sum {
  /** A formatted day or hour. */
  readonly label: string;
  /** The label with its year, for the table; defaults to the label. */
  readonly fullLabel?: string;
  readonly amount: string;
  /** The amounts of the parts, in the order of their names; defaults to the whole amount. */
  readonly parts?: readonly string[];
  /** The amount of the compared period; undefined if that period has no such day. */
  readonly before?: string | undefined;
}

interface MoneyChartProps {
  readonly title: string;
  /** The heading of the label column. */
  readonly labelTitle: string;
  readonly sums: readonly Sum[];
  /** The names of the parts. */
  readonly parts?: readonly string[];
  /** The name of the compared period. */
  readonly before?: string;
}

/** Amounts over time: as bars, oldest first, and as a table for screen readers, newest first. */
export function MoneyChart({ title, labelTitle, sums, parts = [], before }: MoneyChartProps) {
  const { t } = useTranslation();
  const money = useMoneyDisplay();
  const colors = parts.length > 0 ? parts.map((_, index) => lineColor(index)) : [BAR_COLOR];
  const bars = sums.map(({ label, amount, parts: amounts = [amount], before: earlier }) => ({
    label,
    parts: amounts.map((one, index) => ({
      value: chartValue(one, money),
      text: [parts[index], displayAmountShort(one, money)].filter(Boolean).join(' '),
    })),
    before: earlier === undefined ? undefined : chartValue(earlier, money),
  }));
  const isEmpty = bars.every((bar) => !bar.before && bar.parts.every(({ value }) => value === 0));
  // Without an amount the axis has no scale.
  if (isEmpty) return <Content component="p">{t('chart.nothing')}</Content>;
  return (
    <>
      <Legend
        entries={[
          ...parts.map((name, index) => ({ name, color: lineColor(index) })),
          ...(before === undefined ? [] : [{ name: before, color: BEFORE_COLOR }]),
        ]}
      />
      <BarChart title={title} bars={bars} colors={colors} tick={(value) => displayOnAxis(value, money)} />
      <ChartTable
        title={title}
        columns={[labelTitle, ...parts, t('billing.amount'), ...(before === undefined ? [] : [before])]}
        rows={() =>
          sums.toReversed().map((sum) => ({
            label: sum.fullLabel ?? sum.label,
            values: [
              ...(sum.parts ?? []).map((amount, index) => <Money key={parts[index]} amount={amount} />),
              <Money key="amount" amount={sum.amount} />,
              ...(before === undefined ? [] : [sum.before && <Money key="before" amount={sum.before} />]),
            ],
          }))
        }
      />
    </>
  );
}
