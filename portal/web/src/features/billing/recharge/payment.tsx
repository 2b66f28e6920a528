import type { Recharge } from '@gpulease/contract/billing';
import { displayAmount } from '@gpulease/contract/money';
import { Button } from '@patternfly/react-core';
import { useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { queryKey, useApi } from '../../../api/queries.ts';
import { Empty } from '../../../ui/empty.tsx';
import { LinkButton } from '../../../ui/links.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { useMoneyDisplay } from '../../../ui/money.tsx';
import { OpenPayment } from './open-payment.tsx';

/** The polling interval of an open recharge, in case the event is lost. */
const POLL_MS = 3_000;

interface PaymentProps {
  readonly id: string;
  /** The page that needs the money. */
  readonly returnTo: string | undefined;
  readonly onAgain: () => void;
}

/** A recharge: the payment while it is open, and its outcome afterwards. */
export function Payment({ id, returnTo, onAgain }: PaymentProps) {
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
          <Outcome recharge={recharge} returnTo={returnTo} onAgain={onAgain} />
        )
      }
    </Loaded>
  );
}

/** Reads the balance again once the payment has arrived; the event that says so may come after the poll. */
function useFreshBalance(status: Recharge['status'] | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (status === 'PAID') void client.invalidateQueries({ queryKey: queryKey('getBalance') });
  }, [client, status]);
}

interface OutcomeProps {
  readonly recharge: Recharge;
  readonly returnTo: string | undefined;
  readonly onAgain: () => void;
}

const looks = {
  PAID: { status: 'success', title: 'recharge.paid' },
  CLOSED: { status: 'info', title: 'recharge.closed' },
  QUARANTINED: { status: 'warning', title: 'recharge.quarantined' },
  PENDING: { status: 'info', title: 'recharge.title' },
} as const;

function Outcome({ recharge, returnTo, onAgain }: OutcomeProps) {
  const { t } = useTranslation();
  const { status, title } = looks[recharge.status];
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

/** Leads back to the page that needed the money, or else to the order form. */
function nextStep({ status }: Recharge, returnTo: string | undefined, t: TFunction) {
  if (returnTo !== undefined) return { to: returnTo, text: t('recharge.goOn') };
  return status === 'PAID' ? { to: '/workloads/create', text: t('workload.create') } : undefined;
}

function OutcomeText({ recharge }: { readonly recharge: Recharge }) {
  const { t } = useTranslation();
  const money = useMoneyDisplay();
  const { status, amount, paymentAmount, receivedAmount, refundedAmount } = recharge;
  if (status === 'QUARANTINED') {
    const received = displayAmount(receivedAmount ?? '0.00', money);
    return <>{t('recharge.quarantinedBody', { received, asked: displayAmount(paymentAmount, money) })}</>;
  }
  const isRefunded = refundedAmount !== '0.00';
  const refunded = t('recharge.refunded', { amount: displayAmount(refundedAmount, money) });
  if (status === 'CLOSED') return <>{isRefunded ? refunded : t('recharge.closedBody')}</>;
  return (
    <>
      {t('recharge.credited', { amount: displayAmount(amount, money) })}
      {isRefunded && (
        <>
          <br />
          {refunded}
        </>
      )}
    </>
  );
}
