import { chartValue, displayAmountShort, displayOnAxis } from '@gpulease/contract/money';
import { Content, ExpandableSection } from '@patternfly/react-core';
import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../lazy-part.tsx';
import { LoadingPage } from '../loading.tsx';
import { Money, useMoneyDisplay } from '../money.tsx';

const BarChart = lazyPart(async () => (await import('./bar-chart.tsx')).BarChart, <ChartLoading />);

/** Reserves the chart's room and shows a spinner; a grey area would look like an empty chart. */
function ChartLoading() {
  return (
    <div style={{ blockSize: 220 }}>
      <LoadingPage />
    </div>
  );
}

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
  const [isOpen, setOpen] = useState(false);
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
      <ExpandableSection
        toggleText={t('chart.asTable')}
        isExpanded={isOpen}
        onToggle={(_, open) => setOpen(open)}
      >
        {isOpen && (
          <Table aria-label={title} variant="compact" gridBreakPoint="">
            <Thead>
              <Tr>
                <Th>{labelTitle}</Th>
                <Th className="gpulease-amount">{t('billing.amount')}</Th>
              </Tr>
            </Thead>
            <Tbody>
              {sums.toReversed().map(({ label, fullLabel = label, amount }) => (
                <Tr key={fullLabel}>
                  <Td>{fullLabel}</Td>
                  <Td className="gpulease-amount">
                    <Money amount={amount} />
                  </Td>
                </Tr>
              ))}
            </Tbody>
          </Table>
        )}
      </ExpandableSection>
    </>
  );
}
