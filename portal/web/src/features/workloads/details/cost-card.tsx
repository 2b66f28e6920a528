import { HOUR_MS } from '@gpulease/contract/durations';
import { Content, DescriptionList } from '@patternfly/react-core';
import type { ReactNode } from 'react';
import { useApi } from '../../../api/queries.ts';
import { serverNow } from '../../../browser/clock.ts';
import { useWords } from '../../../i18n/words.ts';
import { Fact } from '../../../ui/fact.tsx';
import { Money, Price } from '../../../ui/money.tsx';
import { TitledCard } from '../../../ui/titled-card.tsx';
import { stopsWithoutFunds } from '../low-funds.tsx';
import { isGone, type WorkloadProps } from '../workload.ts';
import { nextEvent } from './next-event.ts';

export function CostCard({ console, workload }: WorkloadProps) {
  const { t } = useWords();
  const { cost, pricing } = workload;
  return (
    <TitledCard isCompact isFullHeight title={t('cost.title')}>
      <DescriptionList isCompact displaySize="lg" columnModifier={{ default: '2Col' }}>
        <Figure term={t('cost.perHour')} note={t(`pricingMode.${pricing.mode}`)}>
          <Price price={cost.perHour} />
        </Figure>
        <Figure
          term={t('cost.thisRun')}
          note={
            <>
              {t('cost.total')} <Money amount={cost.total} />
            </>
          }
        >
          <Money amount={cost.thisRun} />
        </Figure>
        <PaidUntil console={console} workload={workload} />
        {!isGone(workload) && <Next workload={workload} />}
      </DescriptionList>
    </TitledCard>
  );
}

interface FigureProps {
  readonly term: string;
  readonly children: ReactNode;
  /** Small text below the value. Its line stays reserved if absent. */
  readonly note?: ReactNode;
}

function Figure({ term, children, note = '\u00a0' }: FigureProps) {
  return (
    <Fact term={term}>
      {children}
      <Content component="small">{note}</Content>
    </Fact>
  );
}

/** How long the term or, for the customer's own machine, the balance pays for it. */
function PaidUntil({ console, workload }: WorkloadProps) {
  const { t } = useWords();
  const { pricing, termEnd } = workload;
  if (pricing.mode === 'RESERVED')
    return termEnd && <Lasting term={t('cost.termLeft')} untilMs={Date.parse(termEnd)} />;
  return console === 'user' && <BalanceLasts workload={workload} />;
}

function BalanceLasts({ workload }: Pick<WorkloadProps, 'workload'>) {
  const { t } = useWords();
  const hours = useApi('getBalance').data?.runwayHours ?? undefined;
  const isKnown = hours !== undefined && stopsWithoutFunds(workload);
  return <Lasting term={t('cost.runtime')} untilMs={isKnown ? serverNow() + hours * HOUR_MS : undefined} />;
}

function Lasting({ term, untilMs }: { readonly term: string; readonly untilMs: number | undefined }) {
  const { t, format } = useWords();
  if (untilMs === undefined) return <Figure term={term}>–</Figure>;
  const time = format.minute(new Date(untilMs).toISOString());
  return (
    <Figure term={term} note={t('cost.until', { time })}>
      {format.hours(Math.max(0, untilMs - serverNow()) / HOUR_MS)}
    </Figure>
  );
}

function Next({ workload }: Pick<WorkloadProps, 'workload'>) {
  const { t, format } = useWords();
  const now = serverNow();
  const next = nextEvent(workload, now);
  if (next === undefined) return <Figure term={t('next.title')}>{t('next.none')}</Figure>;
  const time = format.minute(new Date(next.atMs).toISOString());
  const duration = format.shortHours((next.atMs - now) / HOUR_MS);
  return (
    <Figure term={t('next.title')} note={t('next.when', { time, duration })}>
      {t(`next.kind.${next.kind}`)}
    </Figure>
  );
}
