import type { Recharge } from '@gpulease/contract/billing';
import { displayAmount } from '@gpulease/contract/money';
import {
  Button,
  Content,
  DescriptionList,
  EmptyState,
  EmptyStateActions,
  EmptyStateBody,
  EmptyStateFooter,
  Flex,
  Stack,
  StackItem,
} from '@patternfly/react-core';
import { QRCodeSVG } from 'qrcode.react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../api/queries.ts';
import { useFormat } from '../../i18n/format.ts';
import { Copyable } from '../../ui/copyable.tsx';
import { Fact } from '../../ui/fact.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Money, useMoneyDisplay } from '../../ui/money.tsx';
import { StatusLabel } from '../../ui/status-label.tsx';
import { useAction } from '../../ui/use-action.ts';

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
  const query = useApi(
    'getRecharge',
    { params: { id } },
    { refetchInterval: (recharge) => recharge?.status === 'PENDING' && POLL_MS },
  );
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

function OpenPayment({ recharge }: { readonly recharge: Recharge }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { id, method, codeUrl } = recharge;
  const refreshes = ['getRecharge', 'getBalance', 'createQuote'] as const;
  const pay = useAction('paySandboxPayment', { refreshes });
  const check = useAction('checkRecharge', { refreshes });
  const close = useAction('closeRecharge', { refreshes: ['getRecharge'] });
  return (
    <Stack hasGutter>
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
        <Flex>
          {method === 'TEST' ? (
            <Button isDisabled={pay.isBusy} onClick={() => void pay.attempt({ params: { id } })}>
              {t('recharge.payTest')}
            </Button>
          ) : (
            <Button isDisabled={check.isBusy} onClick={() => void check.attempt({ params: { id } })}>
              {t('recharge.havePaid')}
            </Button>
          )}
          <Button
            variant="link"
            isDisabled={close.isBusy}
            onClick={() => void close.attempt({ params: { id } })}
          >
            {t('recharge.close')}
          </Button>
        </Flex>
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
  const money = useMoneyDisplay();
  const isPaid = recharge.status === 'PAID';
  return (
    <EmptyState
      status={isPaid ? 'success' : 'info'}
      headingLevel="h2"
      titleText={isPaid ? t('recharge.paid') : t('recharge.closed')}
    >
      {isPaid && (
        <EmptyStateBody>
          {t('recharge.credited', { amount: displayAmount(recharge.amount, money) })}
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
