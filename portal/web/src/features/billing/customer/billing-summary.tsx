import type { BillingSummary } from '@gpulease/contract/billing';
import {
  Card,
  CardBody,
  CardHeader,
  CardTitle,
  Content,
  DescriptionList,
  Grid,
  GridItem,
  PageSection,
  Skeleton,
  ToggleGroup,
  ToggleGroupItem,
} from '@patternfly/react-core';
import { useApi } from '../../../api/queries.ts';
import { serverNow } from '../../../browser/clock.ts';
import { isShanghaiTime, shanghaiDay } from '../../../i18n/shanghai-day.ts';
import { useWords } from '../../../i18n/words.ts';
import { AmountTable } from '../../../ui/charts/chart-table.tsx';
import { MoneyChart } from '../../../ui/charts/money-chart.tsx';
import { Fact, MoneyFact } from '../../../ui/fact.tsx';
import { InlineAlert } from '../../../ui/inline-alert.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Money, useAmountText } from '../../../ui/money.tsx';
import { useUrlParameter } from '../../../ui/use-url-parameter.ts';
import { firstNeeded, spentBefore, spentFigures } from './spent-days.ts';

const periods = [7, 30, 90] as const;
const DEFAULT_DAYS = 30;
const spentPeriods = ['today', 'yesterday', 'thisMonth', 'lastMonth'] as const;

export const PERIOD = 'days';

export function BillingTotals() {
  const { t } = useWords();
  const [period, setPeriod] = useUrlParameter(PERIOD);
  const days = periods.find((count) => String(count) === period) ?? DEFAULT_DAYS;
  const now = new Date(serverNow());
  const today = shanghaiDay(now);
  const query = useSummary(shanghaiDay(now, 1 - days));
  const earlier = useSummary(firstNeeded(today, days));
  return (
    <PageSection hasBodyWrapper={false}>
      <Card isCompact component="section" aria-label={t('billing.totals')}>
        <CardHeader
          actions={{
            actions: (
              <ToggleGroup isCompact aria-label={t('billing.period')}>
                {periods.map((count) => (
                  <ToggleGroupItem
                    key={count}
                    buttonId={`period-${count}`}
                    text={t('units.DAY', { count })}
                    isSelected={count === days}
                    onChange={() => setPeriod(String(count))}
                  />
                ))}
              </ToggleGroup>
            ),
          }}
        >
          <CardTitle component="h2">{t('billing.totals')}</CardTitle>
        </CardHeader>
        <CardBody>
          <Loaded query={query} skeleton={<Skeleton height="280px" screenreaderText={t('common.loading')} />}>
            {(summary) => (
              <Totals
                summary={summary}
                shown={days}
                figures={earlier.data && spentFigures(earlier.data.days, today)}
                before={spentBefore(earlier.data?.days ?? [], days)}
              />
            )}
          </Loaded>
        </CardBody>
      </Card>
    </PageSection>
  );
}

const useSummary = (from: string) => useApi('getBillingSummary', { query: { from } }, { keepPrevious: true });

interface TotalsProps {
  readonly summary: BillingSummary;
  readonly shown: number;
  readonly figures: ReturnType<typeof spentFigures> | undefined;
  readonly before: ReturnType<typeof spentBefore>;
}

function Totals({ summary, shown, figures, before }: TotalsProps) {
  const { t, format } = useWords();
  const { data: balance } = useApi('getBalance');
  return (
    <Grid hasGutter>
      {balance && balance.owed !== '0.00' && <Owed amount={balance.owed} />}
      {spentPeriods.map((period) => (
        <GridItem key={period} span={6} lg={3}>
          <DescriptionList>
            <Fact term={t(`billing.spentIn.${period}`)}>{figures && <Money amount={figures[period]} />}</Fact>
          </DescriptionList>
        </GridItem>
      ))}
      <GridItem lg={3}>
        <DescriptionList columnModifier={{ default: '2Col', md: '3Col', lg: '1Col' }}>
          <Fact term={t('billing.used')}>
            <Money amount={summary.used} />
            <Content component="small">{t('billing.usedHelp')}</Content>
          </Fact>
          <MoneyFact term={t('status.billing.RECHARGE')} amount={summary.recharged} />
          {summary.adjusted !== '0.00' && (
            <MoneyFact term={t('billing.adjusted')} amount={summary.adjusted} />
          )}
          <Fact term={t('balance.available')}>{balance && <Money amount={balance.available} />}</Fact>
        </DescriptionList>
      </GridItem>
      <GridItem lg={9}>
        <MoneyChart
          title={t('billing.usedByDay')}
          labelTitle={t('billing.day')}
          sums={summary.days.map(({ day, used }) => ({
            label: format.monthDay(day),
            fullLabel: format.day(day),
            amount: used,
            before: before(day),
          }))}
          before={t('billing.before', { count: shown })}
        />
        {!isShanghaiTime() && <Content component="small">{t('billing.zone')}</Content>}
      </GridItem>
      {summary.workloads.length > 0 && <SpentByWorkload {...summary} />}
    </Grid>
  );
}

function Owed({ amount }: { readonly amount: string }) {
  const { t } = useWords();
  const amountText = useAmountText();
  return (
    <InlineAlert variant="warning" title={t('billing.owed', { amount: amountText(amount) })}>
      {t('billing.owedBody')}
    </InlineAlert>
  );
}

function SpentByWorkload({ workloads, used }: Pick<BillingSummary, 'workloads' | 'used'>) {
  const { t } = useWords();
  const title = t('billing.byWorkload');
  return (
    <AmountTable
      title={title}
      columns={[title, t('billing.amount'), t('billing.share')]}
      rows={workloads.map((of) => ({
        label: of.workload,
        values: [<Money key={of.workload} amount={of.used} />, shareOf(of.used, used)],
      }))}
      labelOf={(name) => (
        <TextLink to={`/billing?tab=records&workload=${encodeURIComponent(name)}`}>{name}</TextLink>
      )}
    />
  );
}

/** The share as a percentage; empty if refunds leave no positive total. */
function shareOf(used: string, all: string): string {
  return Number(all) > 0 ? `${Math.round((Number(used) / Number(all)) * 100)}%` : '';
}
