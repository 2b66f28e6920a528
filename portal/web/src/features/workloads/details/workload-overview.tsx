import type { SessionConsole } from '@gpulease/contract/enums';
import type { Workload } from '@gpulease/contract/workloads';
import { DescriptionList, Grid, GridItem } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/format.ts';
import { Fact } from '../../../ui/fact.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { OperatorLink } from '../../../ui/links.tsx';
import { Money, Price } from '../../../ui/money.tsx';
import { TitledCard } from '../../../ui/titled-card.tsx';
import { AccessCard } from './access-card.tsx';
import { CauseAlert } from './cause-alert.tsx';
import { LowFunds, stopsWithoutFunds, useLastHours } from '../low-funds.tsx';
import { isChangeable } from '../workload.ts';
import { MachineCard } from './workload-machine.tsx';

const IdleAlert = lazyPart(async () => (await import('../gauges/idle-alert.tsx')).IdleAlert, null);

interface WorkloadOverviewProps {
  readonly console: SessionConsole;
  readonly workload: Workload;
}

/** What a workload is, how to reach it and what it costs. */
export function WorkloadOverview({ console, workload }: WorkloadOverviewProps) {
  const isOpen = isChangeable(console, workload);
  return (
    <Grid hasGutter>
      {console === 'user' && stopsWithoutFunds(workload) && <AboutToStop name={workload.name} />}
      <CauseAlert console={console} workload={workload} />
      <IdleAlert console={console} workload={workload} />
      {workload.status !== 'DESTROYED' && (
        <GridItem lg={6}>
          <AccessCard console={console} workload={workload} isChangeable={isOpen} />
        </GridItem>
      )}
      <GridItem lg={6}>
        <CostCard console={console} workload={workload} />
      </GridItem>
      <GridItem>
        <MachineCard console={console} workload={workload} isChangeable={isOpen} />
      </GridItem>
    </Grid>
  );
}

/** A warning that the balance is about to run out. */
function AboutToStop({ name }: Pick<Workload, 'name'>) {
  const hours = useLastHours();
  if (hours === undefined) return null;
  return (
    <GridItem>
      <LowFunds hours={hours} returnTo={`/workloads/${encodeURIComponent(name)}`} />
    </GridItem>
  );
}

function CostCard({ console, workload }: WorkloadOverviewProps) {
  const { cost, pricing, pricingQuantity, reservationStartTime, term } = workload;
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <TitledCard isFullHeight title={t('cost.title')}>
      <DescriptionList isCompact>
        <Fact term={t('workload.pricing')}>
          <OperatorLink console={console} to={`/admin/pricing-policies/${pricing.name}`}>
            {t(`pricingMode.${pricing.mode}`)} · <Price price={pricing.price} unit={pricing.unit} />
          </OperatorLink>
          {pricing.mode === 'RESERVED' && ` · ${t(`units.${pricing.unit}`, { count: pricingQuantity })}`}
        </Fact>
        <Fact term={t('cost.perHour')}>
          <Price price={cost.perHour} />
        </Fact>
        <Fact term={t('cost.thisRun')}>
          <Money amount={cost.thisRun} />
        </Fact>
        <Fact term={t('cost.total')}>
          <Money amount={cost.total} />
        </Fact>
        {reservationStartTime !== null && (
          <Fact term={t('workload.reservationStartTime')}>{format.dateTime(reservationStartTime)}</Fact>
        )}
        {term !== null && <TermFacts term={term} />}
      </DescriptionList>
    </TitledCard>
  );
}

/** The term's dates, whether it was moved, and its refund. */
function TermFacts({ term }: { readonly term: NonNullable<Workload['term']> }) {
  const { t } = useTranslation();
  const format = useFormat();
  const minutes = Math.floor(term.lateSeconds / 60);
  return (
    <>
      <Fact term={t('cost.termStart')}>
        {format.dateTime(term.start)}
        {minutes > 0 && ` · ${t('cost.termLate', { minutes })}`}
      </Fact>
      <Fact term={t('cost.termEnd')}>{format.dateTime(term.end)}</Fact>
      {term.credited !== '0.00' && (
        <Fact term={t('cost.credited')}>
          <Money isSigned amount={term.credited} />
        </Fact>
      )}
    </>
  );
}
