import type { Recharge } from '@gpulease/contract/billing';
import {
  ActionList,
  ActionListItem,
  Button,
  Content,
  DescriptionList,
  EmptyState,
  EmptyStateActions,
  EmptyStateBody,
  EmptyStateFooter,
  Stack,
  StackItem,
} from '@patternfly/react-core';
import { QRCodeSVG } from 'qrcode.react';
import { useTranslation } from 'react-i18next';
import { useAction, useApi } from '../../api/queries.ts';
import { FailureAlert } from '../../errors/failure-alert.tsx';
import { FailureState } from '../../errors/failure-state.tsx';
import { useFormat } from '../../i18n/format.ts';
import { Copyable } from '../../ui/copyable.tsx';
import { Fact } from '../../ui/fact.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { LoadingPage } from '../../ui/loading.tsx';
import { Money } from '../../ui/money.tsx';
import { StatusLabel } from '../../ui/status-label.tsx';

/** Asked again this often while it is open, should the event be lost. */
const POLL_MS = 3_000;

interface PaymentProps {
  readonly id: string;
  /** Where the money is needed. */
  readonly returnTo: string | undefined;
  readonly onAgain: () => void;
}

/** An open recharge until it is paid or closed. */
export function Payment({ id, returnTo, onAgain }: PaymentProps) {
  const { data, error, refetch } = useApi('getRecharge', { params: { id } }, { refetchInterval: POLL_MS });
  if (error && !data) return <FailureState failure={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingPage />;
  if (data.status === 'PENDING') return <OpenPayment recharge={data} />;
  return <Outcome recharge={data} returnTo={returnTo} onAgain={onAgain} />;
}

function OpenPayment({ recharge }: { readonly recharge: Recharge }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { id, method, codeUrl } = recharge;
  const pay = useAction('paySandboxPayment', ['getRecharge', 'getBalance']);
  const check = useAction('checkRecharge', ['getRecharge', 'getBalance']);
  const close = useAction('closeRecharge', ['getRecharge']);
  const failure = pay.error ?? check.error ?? close.error;
  return (
    <Stack hasGutter>
      {failure && (
        <StackItem>
          <FailureAlert failure={failure} />
        </StackItem>
      )}
      <StackItem>
        <DescriptionList isHorizontal isCompact>
          <Fact term={t('recharge.amount')}>
            <Money amount={recharge.paymentAmount} />
          </Fact>
          <Fact term={t('recharge.method')}>{t(`paymentMethod.${method}`)}</Fact>
          <Fact term={t('common.status')}>
            <StatusLabel kind="recharge" status={recharge.status} />
          </Fact>
          <Fact term={t('recharge.id')}>
            <Copyable isInline text={id} label={t('recharge.id')} />
          </Fact>
          <Fact term={t('recharge.expiresAt')}>{format.dateTime(recharge.expiresAt)}</Fact>
        </DescriptionList>
      </StackItem>
      {method === 'WECHAT' && codeUrl && (
        <StackItem>
          <Content component="p">{t('recharge.scan')}</Content>
          <QRCodeSVG value={codeUrl} size={200} marginSize={4} title={t('recharge.qrCode')} />
        </StackItem>
      )}
      <StackItem>
        <ActionList>
          <ActionListItem>
            {method === 'TEST' ? (
              <Button isDisabled={pay.isPending} onClick={() => pay.mutate({ params: { id } })}>
                {t('recharge.payTest')}
              </Button>
            ) : (
              <Button isDisabled={check.isPending} onClick={() => check.mutate({ params: { id } })}>
                {t('recharge.havePaid')}
              </Button>
            )}
          </ActionListItem>
          <ActionListItem>
            <Button
              variant="link"
              isDisabled={close.isPending}
              onClick={() => close.mutate({ params: { id } })}
            >
              {t('recharge.close')}
            </Button>
          </ActionListItem>
        </ActionList>
      </StackItem>
    </Stack>
  );
}

interface OutcomeProps {
  readonly recharge: Recharge;
  readonly returnTo: string | undefined;
  readonly onAgain: () => void;
}

function Outcome({ recharge, returnTo, onAgain }: OutcomeProps) {
  const { t } = useTranslation();
  const isPaid = recharge.status === 'PAID';
  return (
    <EmptyState
      status={isPaid ? 'success' : 'info'}
      headingLevel="h2"
      titleText={isPaid ? t('recharge.paid') : t('recharge.closed')}
    >
      {isPaid && (
        <EmptyStateBody>
          {t('recharge.credited')} <Money amount={recharge.amount} />
        </EmptyStateBody>
      )}
      <EmptyStateFooter>
        <EmptyStateActions>
          <LinkButton to={returnTo ?? '/billing'}>
            {returnTo ? t('recharge.goOn') : t('recharge.toBilling')}
          </LinkButton>
          <Button variant="link" onClick={onAgain}>
            {t('recharge.again')}
          </Button>
        </EmptyStateActions>
      </EmptyStateFooter>
    </EmptyState>
  );
}
