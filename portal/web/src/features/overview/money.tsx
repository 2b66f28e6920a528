import type { Overview } from '@gpulease/contract/overview';
import { DescriptionList } from '@patternfly/react-core';
import type { ComponentProps } from 'react';
import { useWords } from '../../i18n/words.ts';
import { MoneyChart } from '../../ui/charts/money-chart.tsx';
import { Fact } from '../../ui/fact.tsx';
import { TextLink } from '../../ui/links.tsx';
import { Money, Price } from '../../ui/money.tsx';
import { TitledCard } from '../../ui/titled-card.tsx';

const sums = [
  ['rechargedToday', 'RECHARGE', 'today'],
  ['rechargedThisMonth', 'RECHARGE', 'month'],
  ['usageToday', 'DEDUCTION', 'today'],
  ['usageThisMonth', 'DEDUCTION', 'month'],
] as const;

/** Today's and this month's totals, with links to the records, and the revenue of the last 30 days and 24 hours. */
export function MoneyCards({ money, users }: Overview) {
  const { t, format } = useWords();
  const today = money.days.at(-1)?.day ?? '';
  const since = { today, month: `${today.slice(0, 8)}01` };
  return (
    <>
      <TitledCard isCompact title={t('overview.money')}>
        <DescriptionList isCompact>
          <Fact term={t('navigation.admin.users')}>
            <TextLink to="/admin/users?role=USER&status=active">{t('overview.usersValue', users)}</TextLink>
          </Fact>
          {sums.map(([sum, type, from]) => (
            <Fact key={sum} term={t(`overview.${sum}`)}>
              <TextLink to={`/admin/billings?type=${type}&from=${since[from]}`}>
                <Money amount={money[sum]} />
              </TextLink>
            </Fact>
          ))}
          <Fact term={t('overview.burnPerHour')}>
            <TextLink to="/admin/workloads?status=RUNNING">
              <Price price={money.burnPerHour} />
            </TextLink>
          </Fact>
        </DescriptionList>
      </TitledCard>
      <Revenue
        title={t('overview.usageByDay')}
        labelTitle={t('billing.day')}
        sums={money.days.map(({ day, used: amount }) => ({
          label: format.monthDay(day),
          fullLabel: format.day(day),
          amount,
        }))}
      />
      <Revenue
        title={t('overview.usageByHour')}
        labelTitle={t('common.time')}
        sums={money.hours.map(({ hour, used }) => ({ label: format.hour(hour), amount: used }))}
      />
    </>
  );
}

function Revenue(chart: ComponentProps<typeof MoneyChart>) {
  return (
    <TitledCard isCompact title={chart.title}>
      <MoneyChart {...chart} />
    </TitledCard>
  );
}
