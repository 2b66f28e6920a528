import { chartValue, displayAmountShort, displayOnAxis } from '@gpulease/contract/money';
import { Content, ExpandableSection } from '@patternfly/react-core';
import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../lazy-part.tsx';
import { LoadingPage } from '../loading.tsx';
import { Money, useMoneyDisplay } from '../money.tsx';

const BarChart = lazyPart(async () => (await import('./bar-chart.tsx')).BarChart, <ChartLoading />);

/** Keeps the chart's room, and shows that it is on its way: a grey sheet looks like a chart of nothing. */
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
  /** The same where there is room for all of it, with its year; the label by default. */
  readonly fullLabel?: string;
  readonly amount: string;
}

interface MoneyChartProps {
  readonly title: string;
  /** What the labels are. */
  readonly labelTitle: string;
  readonly sums: readonly Sum[];
}

/** Amounts over time, oldest first, as bars; and newest first as a table for people who cannot see them. */
export function MoneyChart({ title, labelTitle, sums }: MoneyChartProps) {
  const { t } = useTranslation();
  const money = useMoneyDisplay();
  const [isOpen, setOpen] = useState(false);
  const bars = sums.map(({ label, amount }) => ({
    label,
    value: chartValue(amount, money),
    text: displayAmountShort(amount, money),
  }));
  // Without an amount there is nothing by which an axis could be divided.
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
