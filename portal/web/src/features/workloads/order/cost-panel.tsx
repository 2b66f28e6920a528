import type { QuotaExcess, SpendingExcess } from '@gpulease/contract/common';
import type { QuotaKind } from '@gpulease/contract/enums';
import { displayAmount } from '@gpulease/contract/money';
import type { Quote } from '@gpulease/contract/workloads';
import {
  Button,
  Card,
  CardBody,
  CardFooter,
  CardTitle,
  Content,
  DescriptionList,
} from '@patternfly/react-core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useApi } from '../../../api/queries.ts';
import type { Failure } from '../../../api/failure.ts';
import { useWords } from '../../../i18n/words.ts';
import { BeyondLimit } from '../../../ui/beyond-limit.tsx';
import { FailureAlert } from '../../../ui/errors/failure-alert.tsx';
import { WhenFundsEnd } from '../../../ui/disk-rules.tsx';
import { Fact, MoneyFact } from '../../../ui/fact.tsx';
import { InlineAlert } from '../../../ui/inline-alert.tsx';
import { LinkButton } from '../../../ui/links.tsx';
import { LoadingPage } from '../../../ui/loading.tsx';
import { Price, useMoneyDisplay } from '../../../ui/money.tsx';
import type { Catalogue } from './order.ts';
import { useOrderedFor } from './ordered-for.ts';
import { SoldOut } from './sold-out.tsx';
import { refusedFields } from './use-quote.ts';
import type { SubmitOrder } from './use-submit-order.ts';
import { SupportText } from '../../../ui/support-text.tsx';

interface CostPanelProps {
  readonly quote: UseQueryResult<Quote>;
  /** Whether a SKU is chosen. If there is still no quote, another field is invalid. */
  readonly isChosen: boolean;
  readonly submit: SubmitOrder;
  readonly catalogue: Catalogue;
}

/** The cost of the machine, the effect on the balance, and the order button. */
export function CostPanel({ quote, isChosen, submit, catalogue }: CostPanelProps) {
  const { t } = useWords();
  const customer = useOrderedFor();
  return (
    <Card isCompact component="section" aria-label={t('cost.title')}>
      <CardTitle component="h2">{t('cost.title')}</CardTitle>
      <CardBody aria-live="polite">
        <Costs quote={quote} isChosen={isChosen} submit={submit} catalogue={catalogue} />
      </CardBody>
      <CardFooter>
        <Refusal submit={submit} />
        <OrderButton quote={quote} submit={submit} />
        {customer === undefined ? <OwnMeans /> : <Payer customer={customer} />}
      </CardFooter>
    </Card>
  );
}

/** The customer's balance and quotas, and what happens when the balance runs out. */
function OwnMeans() {
  return (
    <>
      <QuotaFacts />
      <Content component="small" className="gpulease-order-cost__aside">
        <WhenFundsEnd />
      </Content>
    </>
  );
}

/** Who pays for an operator's order, and from which balance. */
function Payer({ customer }: { readonly customer: string }) {
  const { t } = useWords();
  const user = useApi('getUser', { params: { username: customer } }, { enabled: customer !== '' });
  const balance = user.data?.balance ?? null;
  if (customer === '') return <Content component="p">{t('orderFor.somebodyPays')}</Content>;
  return (
    <>
      {balance !== null && (
        <DescriptionList isCompact>
          <MoneyFact term={t('orderFor.balance', { user: customer })} amount={balance} />
        </DescriptionList>
      )}
      <Content component="p">{t('orderFor.pays', { user: customer })}</Content>
    </>
  );
}

/** Why the order was refused. That it can wait or that its name is taken is shown elsewhere. */
function Refusal({ submit: { failure, isToWait } }: Pick<CostPanelProps, 'submit'>) {
  if (!failure || isToWait || failure.code === 'NAME_TAKEN') return null;
  return <FailureAlert isOfChange failure={failure} />;
}

function Costs({ quote, isChosen, submit, catalogue }: CostPanelProps) {
  const { t } = useWords();
  if (useOrderedFor() === '') return <Content component="p">{t('orderFor.chooseFirst')}</Content>;
  if (!quote.isEnabled)
    return <Content component="p">{isChosen ? t('cost.correctFirst') : t('cost.chooseFirst')}</Content>;
  if (isOfFields(quote.error)) return <Content component="p">{t('cost.correctFirst')}</Content>;
  if (quote.error) return <FailureAlert failure={quote.error} />;
  if (!quote.data) return <LoadingPage />;
  return (
    <>
      <SoldOut quote={quote.data} submit={submit} catalogue={catalogue} />
      <QuoteFacts quote={quote.data} />
    </>
  );
}

/** Whether the refusal of the price is shown at its fields. */
function isOfFields(failure: Failure | null): boolean {
  return Object.keys(refusedFields(failure)).length > 0;
}

/** The lines of a quote; a phone has room for the first ones. */
function QuoteFacts({ quote }: { readonly quote: Quote }) {
  const { t, format } = useWords();
  return (
    <>
      <DescriptionList isCompact className="gpulease-order-cost__facts">
        {quote.charge !== '0.00' && <MoneyFact term={t('cost.charge')} amount={quote.charge} />}
        {quote.hold !== '0.00' && <MoneyFact term={t('cost.hold')} amount={quote.hold} />}
        <Fact term={t('cost.perHour')}>
          <Price price={quote.perHour} />
        </Fact>
        <MoneyFact term={t('cost.perMonth')} amount={quote.perMonth} />
        {quote.runtimeHours !== null && (
          <Fact term={t('cost.runtime')}>{format.hours(quote.runtimeHours)}</Fact>
        )}
        {quote.termEnd !== null && <Fact term={t('cost.termEnd')}>{format.dateTime(quote.termEnd)}</Fact>}
      </DescriptionList>
      <DescriptionList isCompact className="gpulease-order-cost__aside">
        <MoneyFact term={t('cost.availableAfter')} amount={quote.availableAfter} />
      </DescriptionList>
    </>
  );
}

/**
 * Orders at the shown price. If money is missing, it links to the recharge page and back, unless that would not help. A
 * click with invalid fields shows their errors.
 */
function OrderButton({ quote, submit }: Pick<CostPanelProps, 'quote' | 'submit'>) {
  const { t } = useWords();
  const { data } = quote;
  const obstacle = data && obstacleTo(data, submit);
  if (obstacle) return obstacle;
  return (
    <Button
      isBlock
      onClick={() => void submit.run()}
      isLoading={submit.isBusy}
      isDisabled={submit.isBusy || submit.isSoldOut || isPriceAwaited(quote)}
      spinnerAriaLabel={t('common.loading')}
      spinnerAriaValueText={t('common.loading')}
    >
      {t(submit.isToWait ? 'order.wait' : 'order.submit')}
    </Button>
  );
}

/** What stands against the order, and has to be changed first. */
function obstacleTo({ quota, spending, affordable, missing }: Quote, { isSoldOut }: SubmitOrder) {
  if (quota) return <BeyondQuota {...quota} />;
  if (spending) return <BeyondSpending {...spending} />;
  return affordable || isSoldOut ? undefined : <Missing missing={missing} />;
}

const isShown: ReadonlySet<string> = new Set<QuotaKind>(['workloads', 'gpus', 'storage']);

/** The customer's usage of the quotas that a machine counts against; unlimited ones are left out. */
function QuotaFacts() {
  const { t, format } = useWords();
  return (
    <DescriptionList isCompact className="gpulease-order-cost__aside">
      {useApi('getQuotas').data?.items.map(
        (quota) =>
          isShown.has(quota.of) &&
          quota.limit !== null && (
            <Fact key={quota.of} term={t(`quota.term.${quota.of}`)}>
              {format.quota(quota)}
            </Fact>
          ),
      )}
    </DescriptionList>
  );
}

/** Whether a quote is pending. */
function isPriceAwaited({ data, error, isEnabled }: UseQueryResult<Quote>): boolean {
  return isEnabled && !data && !isOfFields(error);
}

/** The quota that the order would exceed, with its numbers. */
function BeyondQuota({ of, ...numbers }: QuotaExcess) {
  const { t } = useWords();
  const customer = useOrderedFor();
  if (customer !== undefined)
    return (
      <>
        <Content component="p">
          {t('orderFor.beyondQuota', { quota: t(`quota.kind.${of}`), ...numbers })}
        </Content>
        <CustomerLink customer={customer} />
      </>
    );
  return (
    <InlineAlert variant="warning" title={t(`quota.${of}`, numbers)}>
      <SupportText>{t('quota.help')}</SupportText>
    </InlineAlert>
  );
}

/** The limit of spending that the order would go beyond. Operators read it, too: it is the customer's to change. */
function BeyondSpending(excess: SpendingExcess) {
  const { t } = useWords();
  return (
    <InlineAlert variant="warning" title={t('spending.beyondTitle')}>
      <BeyondLimit {...excess} />
    </InlineAlert>
  );
}

/** How much money is missing; for customers, with a link to the recharge page and back. The draft is kept. */
function Missing({ missing }: { readonly missing: string }) {
  const { t } = useWords();
  const money = useMoneyDisplay();
  const customer = useOrderedFor();
  const amount = displayAmount(missing, money);
  if (customer !== undefined)
    return (
      <>
        <Content component="p">{t('cost.missingOfUser', { amount })}</Content>
        <CustomerLink customer={customer} />
      </>
    );
  const search = new URLSearchParams({ amount: missing, returnTo: '/workloads/create' });
  return (
    <>
      <Content component="p">{t('cost.missing', { amount })}</Content>
      <LinkButton isBlock to={`/recharge?${search.toString()}`}>
        {t('cost.recharge')}
      </LinkButton>
    </>
  );
}

/** A link to the page where an operator credits a customer and changes quotas. */
function CustomerLink({ customer }: { readonly customer: string }) {
  const { t } = useWords();
  return (
    <LinkButton isBlock variant="secondary" to={`/admin/users/edit/${customer}`}>
      {t('orderFor.openUser', { user: customer })}
    </LinkButton>
  );
}
