import type { Recharge } from '@gpulease/contract/billing';
import {
  Button,
  Content,
  DescriptionList,
  Flex,
  FlexItem,
  Spinner,
  Stack,
  StackItem,
} from '@patternfly/react-core';
import { QRCodeSVG } from 'qrcode.react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../api/config.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { Fact } from '../../ui/fact.tsx';
import { Money } from '../../ui/money.tsx';
import { StatusLabel } from '../../ui/status-label.tsx';
import { useAction } from '../../ui/use-action.ts';
import { useTimeLeft } from './time-left.ts';

const refreshes = ['getRecharge', 'listRecharges', 'getBalance', 'createQuote'] as const;

/** What is to be paid, how and until when. */
export function OpenPayment({ recharge }: { readonly recharge: Recharge }) {
  const { t } = useTranslation();
  const { sandbox } = useConfig();
  const { id, method, codeUrl } = recharge;
  const params = { id };
  const pay = useAction('paySandboxPayment', { refreshes });
  const check = useAction('checkRecharge', {
    refreshes,
    // A payment that has come changes the page itself.
    done: ({ status }) =>
      status === 'PENDING' ? { variant: 'info', title: t('recharge.notPaidYet') } : undefined,
  });
  const close = useAction('closeRecharge', { refreshes: ['getRecharge', 'listRecharges'] });
  return (
    <Stack hasGutter>
      {method === 'WECHAT' && codeUrl !== null && (
        <StackItem>
          <Content component="p">{t('recharge.scan')}</Content>
        </StackItem>
      )}
      <StackItem>
        <Flex columnGap={{ default: 'columnGapXl' }}>
          {(method === 'WECHAT' || codeUrl === null) && (
            <FlexItem>
              <Code codeUrl={codeUrl} />
            </FlexItem>
          )}
          <FlexItem>
            <PaymentFacts recharge={recharge} />
          </FlexItem>
        </Flex>
      </StackItem>
      <StackItem>
        <Flex>
          {method !== 'TEST' && (
            <Button isDisabled={check.isBusy} onClick={() => void check.attempt({ params })}>
              {t('recharge.havePaid')}
            </Button>
          )}
          {sandbox && codeUrl !== null && (
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
      </StackItem>
    </Stack>
  );
}

/** How much, how, for which recharge, and until when. */
function PaymentFacts({ recharge }: { readonly recharge: Recharge }) {
  const { t } = useTranslation();
  const { id, method, status, paymentAmount, expiresAt } = recharge;
  return (
    <DescriptionList isHorizontal isCompact>
      <Fact term={t('recharge.amount')}>
        <Money amount={paymentAmount} />
      </Fact>
      <Fact term={t('recharge.method')}>{t(`paymentMethod.${method}`)}</Fact>
      <Fact term={t('common.status')}>
        <StatusLabel kind="recharge" status={status} />
      </Fact>
      <Fact term={t('recharge.id')}>
        <Copyable isInline text={id} label={t('recharge.id')} />
      </Fact>
      <Fact term={t('recharge.expiresAt')}>
        <TimeLeft until={expiresAt} />
      </Fact>
    </DescriptionList>
  );
}

/** The code to scan; on white in both themes, as cameras want it. */
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

function TimeLeft({ until }: { readonly until: string }) {
  const { t } = useTranslation();
  const left = useTimeLeft(until);
  if (left === undefined) return <>{t('recharge.expired')}</>;
  return <span role="timer">{left}</span>;
}
