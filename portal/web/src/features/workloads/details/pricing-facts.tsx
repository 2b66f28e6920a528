import type { Workload } from '@gpulease/contract/workloads';
import { useWords } from '../../../i18n/words.ts';
import { Fact } from '../../../ui/fact.tsx';
import { OperatorLink } from '../../../ui/links.tsx';
import { Money, Price } from '../../../ui/money.tsx';
import type { WorkloadProps } from '../workload.ts';

/** At which price a machine was ordered and, of a reserved one, for when. */
export function PricingFacts({ console, workload }: WorkloadProps) {
  const { pricing, pricingQuantity, reservationStartTime, term } = workload;
  const { t, format } = useWords();
  return (
    <>
      <Fact term={t('workload.pricing')}>
        <OperatorLink console={console} to={`/admin/pricing-policies/${pricing.name}`}>
          {t(`pricingMode.${pricing.mode}`)} · <Price price={pricing.price} unit={pricing.unit} />
        </OperatorLink>
        {pricing.mode === 'RESERVED' && ` · ${t(`units.${pricing.unit}`, { count: pricingQuantity })}`}
      </Fact>
      {reservationStartTime !== null && (
        <Fact term={t('workload.reservationStartTime')}>{format.dateTime(reservationStartTime)}</Fact>
      )}
      {term !== null && <TermFacts term={term} />}
    </>
  );
}

/** The term's dates, whether it was moved, and its refund. */
function TermFacts({ term }: { readonly term: NonNullable<Workload['term']> }) {
  const { t, format } = useWords();
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
