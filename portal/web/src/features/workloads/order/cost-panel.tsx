import type { QuotaKind } from '@gpulease/contract/enums';
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
import type { ReactNode } from 'react';
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
import { Price, useAmountText } from '../../../ui/money.tsx';
import type { Catalogue } from './order.ts';
import { useOrderedFor } from './ordered-for.ts';
import { SoldOut } from './sold-out.tsx';
import { refusedFields } from './use-order-form.ts';
import type { SubmitOrder } from './use-submit-order.ts';
import { SupportText } from '../../../ui/support-text.tsx';

interface CostPanelProps {
  readonly quote: UseQueryResult<Quote>;
  /** Whether a SKU is chosen. If there is still no quote, another field is invalid. */
  readonly isChosen: boolean;
  readonly submit: SubmitOrder;
  readonly catalogue: Catalogue;
}

export function CostPanel({ quote, isChosen, submit, catalogue }: CostPanelProps) {
  const { t } = useWords();
  const customer = useOrderedFor();
  const { failure, isToWait } = submit;
  return (
    <Card isCompact component="section" aria-label={t('cost.title')}>
      <CardTitle component="h2">{t('cost.title')}</CardTitle>
      <CardBody aria-live="polite">
        <Costs quote={quote} isChosen={isChosen} submit={submit} catalogue={catalogue} />
      </CardBody>
      <CardFooter>
        {/* Other elements show that the order can wait or that its name is taken. */}
        {failure && !isToWait && failure.code !== 'NAME_TAKEN' && (
          <FailureAlert isOfChange failure={failure} />
        )}
        <OrderButton quote={quote} submit={submit} />
        {customer === undefined ? (
          <>
            <QuotaFacts />
            <Content component="small" className="gpulease-order-cost__aside">
              <WhenFundsEnd />
            </Content>
          </>
        ) : (
          <Payer customer={customer} />
        )}
      </CardFooter>
    </Card>
  );
}

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

function isOfFields(failure: Failure | null): boolean {
  return Object.keys(refusedFields(failure)).length > 0;
}

/** The lines of a quote. A phone has room only for the first ones. */
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

/** Orders at the displayed price, unless there is an obstacle. A click with invalid fields shows their errors. */
function OrderButton({ quote, submit }: Pick<CostPanelProps, 'quote' | 'submit'>) {
  const { t } = useWords();
  const { data, error, isEnabled } = quote;
  const obstacle = useObstacle(data, submit);
  const isPriceAwaited = isEnabled && !data && !isOfFields(error);
  if (obstacle) return obstacle;
  return (
    <Button
      isBlock
      onClick={() => void submit.run()}
      isLoading={submit.isBusy}
      isDisabled={submit.isBusy || submit.isSoldOut || isPriceAwaited}
      spinnerAriaLabel={t('common.loading')}
      spinnerAriaValueText={t('common.loading')}
    >
      {t(submit.isToWait ? 'order.wait' : 'order.submit')}
    </Button>
  );
}

/** What prevents the order: an exceeded quota or spending limit, or missing funds. */
function useObstacle(quote: Quote | undefined, { isSoldOut }: SubmitOrder): ReactNode {
  const { t } = useWords();
  const amountText = useAmountText();
  const customer = useOrderedFor();
  if (!quote) return undefined;
  const { quota, spending, affordable, missing } = quote;
  const forOperator = (text: string) => (
    <>
      <Content component="p">{text}</Content>
      <LinkButton isBlock variant="secondary" to={`/admin/users/edit/${customer}`}>
        {t('orderFor.openUser', { user: customer })}
      </LinkButton>
    </>
  );
  if (quota) {
    const named = t(`quota.kind.${quota.of}`);
    if (customer !== undefined) return forOperator(t('orderFor.beyondQuota', { ...quota, quota: named }));
    return (
      <InlineAlert variant="warning" title={t(`quota.${quota.of}`, { ...quota })}>
        <SupportText>{t('quota.help')}</SupportText>
      </InlineAlert>
    );
  }
  if (spending)
    return (
      <InlineAlert variant="warning" title={t('spending.beyondTitle')}>
        <BeyondLimit {...spending} />
      </InlineAlert>
    );
  if (affordable || isSoldOut) return undefined;
  const amount = amountText(missing);
  if (customer !== undefined) return forOperator(t('cost.missingOfUser', { amount }));
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

const isShown: ReadonlySet<string> = new Set<QuotaKind>(['workloads', 'gpus', 'storage']);

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
