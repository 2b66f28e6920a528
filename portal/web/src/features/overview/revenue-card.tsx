import { useWords } from '../../i18n/words.ts';
import './overview.css';
import type { Overview } from '@gpulease/contract/overview';
import { Content, Flex, FlexItem } from '@patternfly/react-core';
import { MoneyChart } from '../../ui/charts/money-chart.tsx';
import { Money } from '../../ui/money.tsx';
import { TitledCard } from '../../ui/titled-card.tsx';
import { revenueWeeks } from './revenue-weeks.ts';

/** In the order of stacking, from the axis upward. */
const modes = ['ON_DEMAND', 'RESERVED', 'SPOT'] as const;

export function RevenueCard({ money }: Overview) {
  const { t, format } = useWords();
  const title = t('overview.revenue');
  const { today, week, change, days } = revenueWeeks(money.revenue);
  const percent = format.number(Math.abs(change ?? 0));
  const difference = (change ?? 0) > 0 ? 'overview.moreThanBefore' : 'overview.lessThanBefore';
  const comparison = change === 0 ? 'overview.sameAsBefore' : difference;
  return (
    <TitledCard isCompact title={title}>
      <Flex columnGap={{ default: 'columnGapXl' }}>
        <FlexItem>
          <div className="gpulease-overview-sum">
            <Money amount={week} />
          </div>
          <Content component="small">
            {t('overview.lastWeek')} {change !== undefined && t(comparison, { percent })}
          </Content>
        </FlexItem>
        <FlexItem>
          <div className="gpulease-overview-sum">
            <Money amount={today} />
          </div>
          <Content component="small">{t('overview.soFarToday')}</Content>
        </FlexItem>
      </Flex>
      <MoneyChart
        title={title}
        labelTitle={t('billing.day')}
        parts={modes.map((mode) => t(`pricingMode.${mode}`))}
        before={t('overview.weekBefore')}
        sums={days.map(({ day, byMode, ...sums }) => ({
          ...{ label: format.monthDay(day), fullLabel: format.day(day) },
          ...{ ...sums, parts: modes.map((mode) => byMode[mode]) },
        }))}
      />
      <Content component="small">{t('overview.revenueMeans')}</Content>
    </TitledCard>
  );
}
