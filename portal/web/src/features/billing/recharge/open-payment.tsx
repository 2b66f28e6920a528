import type { Recharge } from '@gpulease/contract/billing';
import { Button, Content, DescriptionList, Flex, FlexItem, Spinner, Stack } from '@patternfly/react-core';
import { QRCodeSVG } from 'qrcode.react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../../api/config.ts';
import { Copyable } from '../../../ui/copyable.tsx';
import { Fact, MoneyFact } from '../../../ui/fact.tsx';
import { StatusLabel } from '../../../ui/status-label.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { useTimeLeft } from './time-left.ts';

const refreshes = ['getRecharge', 'listRecharges', 'getBalance', 'createQuote'] as const;

export function OpenPayment({ recharge }: { readonly recharge: Recharge }) {
  const { t } = useTranslation();
  const { method } = recharge;
  const left = useTimeLeft(recharge.expiresAt);
  // An expired code must not be scanned.
  const codeUrl = left === undefined ? undefined : recharge.codeUrl;
  return (
    <Stack hasGutter>
      {method === 'WECHAT' && codeUrl && <Content component="p">{t('recharge.scan')}</Content>}
      <Flex columnGap={{ default: 'columnGapXl' }}>
        {codeUrl !== undefined && (method === 'WECHAT' || codeUrl === null) && (
          <FlexItem>
            <Code codeUrl={codeUrl} />
          </FlexItem>
        )}
        <PaymentFacts recharge={recharge} left={left} />
      </Flex>
      <PaymentActions recharge={recharge} isPayable={Boolean(codeUrl)} />
    </Stack>
  );
}

interface PaymentActionsProps {
  readonly recharge: Recharge;
  readonly isPayable: boolean;
}

function PaymentActions({ recharge: { id, method }, isPayable }: PaymentActionsProps) {
  const { t } = useTranslation();
  const { sandbox } = useConfig();
  const params = { id };
  const pay = useAction('paySandboxPayment', { refreshes });
  const check = useAction('checkRecharge', {
    refreshes,
    // If the payment has arrived, the page itself shows that.
    done: ({ status }) =>
      status === 'PENDING' ? { variant: 'info', title: t('recharge.notPaidYet') } : undefined,
  });
  const close = useAction('closeRecharge', { refreshes: ['getRecharge', 'listRecharges'] });
  return (
    <Flex>
      {method !== 'TEST' && (
        <Button isDisabled={check.isBusy} onClick={() => void check.attempt({ params })}>
          {t('recharge.havePaid')}
        </Button>
      )}
      {sandbox && isPayable && (
        <Button
          variant={method === 'TEST' ? 'primary' : 'secondary'}
          isDisabled={pay.isBusy}
          onClick={() => void pay.attempt({ params })}
        >
          {t('recharge.payTest')}
        </Button>
      )}
      <Button variant="link" isDisabled={close.isBusy} onClick={() => void close.attempt({ params })}>
        {t('recharge.close')}
      </Button>
    </Flex>
  );
}

interface PaymentFactsProps {
  readonly recharge: Recharge;
  /** The time left to pay; undefined once it is over. */
  readonly left: string | undefined;
}

function PaymentFacts({ recharge, left }: PaymentFactsProps) {
  const { t } = useTranslation();
  const { id, method, status, paymentAmount } = recharge;
  return (
    <DescriptionList isHorizontal isCompact>
      <MoneyFact term={t('recharge.amount')} amount={paymentAmount} />
      <Fact term={t('recharge.method')}>{t(`paymentMethod.${method}`)}</Fact>
      <Fact term={t('common.status')}>
        <StatusLabel kind="recharge" status={status} />
      </Fact>
      <Fact term={t('recharge.id')}>
        <Copyable isInline text={id} label={t('recharge.id')} />
      </Fact>
      <Fact term={t('recharge.expiresAt')}>
        {left === undefined ? t('recharge.expired') : <span role="timer">{left}</span>}
      </Fact>
    </DescriptionList>
  );
}

/** The payment code, on white in both themes so that cameras can read it. */
function Code({ codeUrl }: { readonly codeUrl: string | null }) {
  const { t } = useTranslation();
  if (codeUrl === null) {
    return (
      <Content component="p">
        <Spinner isInline aria-hidden aria-valuetext="" /> {t('recharge.preparing')}
      </Content>
    );
  }
  return <QRCodeSVG value={codeUrl} size={200} marginSize={4} title={t('recharge.qrCode')} />;
}
