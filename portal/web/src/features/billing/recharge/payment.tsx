import type { Recharge } from '@gpulease/contract/billing';
import { Button } from '@patternfly/react-core';
import { useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { queryKey, useApi } from '../../../api/queries.ts';
import { Empty } from '../../../ui/empty.tsx';
import { LinkButton } from '../../../ui/links.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { useAmountText } from '../../../ui/money.tsx';
import { OpenPayment } from './open-payment.tsx';

/** The polling interval of an open recharge, in case the event is lost. */
const POLL_MS = 3_000;

interface PaymentProps {
  readonly id: string;
  readonly returnTo: string | undefined;
  readonly onAgain: () => void;
}

export function Payment({ id, ...next }: PaymentProps) {
  const query = useApi(
    'getRecharge',
    { params: { id } },
    { refetchInterval: (recharge) => recharge?.status === 'PENDING' && POLL_MS },
  );
  useFreshBalance(query.data?.status);
  return (
    <Loaded query={query}>
      {(recharge) =>
        recharge.status === 'PENDING' ? (
          <OpenPayment recharge={recharge} />
        ) : (
          <Outcome recharge={recharge} {...next} />
        )
      }
    </Loaded>
  );
}

/** Refetches the balance once the payment arrives, because its event may come after the poll. */
function useFreshBalance(status: Recharge['status'] | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (status === 'PAID') void client.invalidateQueries({ queryKey: queryKey('getBalance') });
  }, [client, status]);
}

interface OutcomeProps extends Omit<PaymentProps, 'id'> {
  readonly recharge: Recharge;
}

const looks = {
  PAID: ['success', 'recharge.paid'],
  CLOSED: ['info', 'recharge.closed'],
  QUARANTINED: ['warning', 'recharge.quarantined'],
  PENDING: ['info', 'recharge.title'],
} as const;

function Outcome({ recharge, returnTo, onAgain }: OutcomeProps) {
  const { t } = useTranslation();
  const [status, title] = looks[recharge.status];
  const next = nextStep(recharge, returnTo, t);
  return (
    <Empty
      status={status}
      title={t(title)}
      body={<OutcomeText recharge={recharge} />}
      actions={
        <>
          {next && <LinkButton to={next.to}>{next.text}</LinkButton>}
          {returnTo === undefined && (
            <LinkButton variant={next ? 'link' : 'primary'} to="/billing">
              {t('notice.seeBilling')}
            </LinkButton>
          )}
          <Button variant="link" onClick={onAgain}>
            {t('recharge.again')}
          </Button>
        </>
      }
    />
  );
}

/** Leads back to the page that needed the money or, after a payment, to the order form. */
function nextStep({ status }: Recharge, returnTo: string | undefined, t: TFunction) {
  if (returnTo !== undefined) return { to: returnTo, text: t('recharge.goOn') };
  return status === 'PAID' ? { to: '/workloads/create', text: t('workload.create') } : undefined;
}

function OutcomeText({ recharge }: { readonly recharge: Recharge }) {
  const { t } = useTranslation();
  const amountText = useAmountText();
  const { status, amount, paymentAmount, receivedAmount, refundedAmount } = recharge;
  if (status === 'QUARANTINED') {
    const received = amountText(receivedAmount ?? '0.00');
    return <>{t('recharge.quarantinedBody', { received, asked: amountText(paymentAmount) })}</>;
  }
  const isRefunded = refundedAmount !== '0.00';
  const refunded = t('recharge.refunded', { amount: amountText(refundedAmount) });
  if (status === 'CLOSED') return <>{isRefunded ? refunded : t('recharge.closedBody')}</>;
  return (
    <>
      {t('recharge.credited', { amount: amountText(amount) })}
      {isRefunded && <br />}
      {isRefunded && refunded}
    </>
  );
}
