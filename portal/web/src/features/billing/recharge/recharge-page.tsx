import type { Recharge } from '@gpulease/contract/billing';
import {
  AlertActionLink,
  Card,
  CardBody,
  CardTitle,
  Content,
  DescriptionList,
  Grid,
  GridItem,
  PageSection,
} from '@patternfly/react-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useApi } from '../../../api/queries.ts';
import { serverNow } from '../../../browser/clock.ts';
import { useWords } from '../../../i18n/words.ts';
import { ownPath } from '../../../session/return-to.ts';
import { WhenFundsEnd } from '../../../ui/disk-rules.tsx';
import { DetailsHeader } from '../../../ui/details-header.tsx';
import { Fact, MoneyFact } from '../../../ui/fact.tsx';
import { InlineAlert } from '../../../ui/inline-alert.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { focusMain } from '../../../ui/main-area.ts';
import { Price, useAmountText } from '../../../ui/money.tsx';
import { useUrlParameter } from '../../../ui/use-url-parameter.ts';
import { RechargeForm } from './recharge-form.tsx';
import { useTimeLeft } from './time-left.ts';

/** Lazy because it draws QR codes, which only an open payment needs. */
const Payment = lazyPart(async () => (await import('./payment.tsx')).Payment);

/** /recharge: choose an amount and pay it. `?amount=` presets it, `?id=` shows an open payment, `?returnTo=` links back. */
export function RechargePage() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const [id, setId] = useUrlParameter('id');
  const show = (shown: string | undefined) => {
    // The browser's back button leads from a payment to the amount.
    setId(shown, { replace: shown === undefined });
    // The clicked button unmounts and would lose the focus.
    focusMain();
  };
  return (
    <>
      <DetailsHeader
        list={{ title: t('navigation.user.billing'), path: '/billing' }}
        title={t('recharge.title')}
      />
      <PageSection hasBodyWrapper={false} isFilled>
        <Grid hasGutter>
          {id === undefined && <OpenRecharge onContinue={show} />}
          <GridItem lg={8}>
            <Card>
              <CardBody>
                {id === undefined ? (
                  <RechargeForm amount={params.get('amount')} onCreated={({ id: made }) => show(made)} />
                ) : (
                  <Payment
                    id={id}
                    returnTo={ownPath(params.get('returnTo'))}
                    onAgain={() => show(undefined)}
                  />
                )}
              </CardBody>
            </Card>
          </GridItem>
          <GridItem lg={4}>
            <BalanceCard />
          </GridItem>
        </Grid>
      </PageSection>
    </>
  );
}

interface OpenRechargeProps {
  readonly onContinue: (id: string) => void;
}

/** Links to the newest open recharge, except one just created on this page, which shows it anyway. */
function OpenRecharge({ onContinue }: OpenRechargeProps) {
  const { data } = useApi('listRecharges', { query: { status: 'PENDING', sort: '-createdAt', pageSize: 1 } });
  const [shownAt] = useState(serverNow);
  const open = data?.items.find(({ createdAt }) => Date.parse(createdAt) < shownAt);
  return open ? <Open recharge={open} onContinue={onContinue} /> : null;
}

function Open({ recharge, onContinue }: OpenRechargeProps & { readonly recharge: Recharge }) {
  const { t } = useTranslation();
  const left = useTimeLeft(recharge.expiresAt);
  const amount = useAmountText()(recharge.paymentAmount);
  return (
    <InlineAlert
      variant="info"
      title={t('recharge.openOf', { amount })}
      actionLinks={
        <AlertActionLink onClick={() => onContinue(recharge.id)}>{t('recharge.payNow')}</AlertActionLink>
      }
    >
      {left === undefined ? t('recharge.expired') : t('recharge.left', { left })}
    </InlineAlert>
  );
}

function BalanceCard() {
  const { t, format } = useWords();
  const { data } = useApi('getBalance');
  if (!data) return null;
  return (
    <Card>
      <CardTitle component="h2">{t('balance.balance')}</CardTitle>
      <CardBody>
        <DescriptionList isCompact isHorizontal isFluid>
          <MoneyFact term={t('balance.balance')} amount={data.balance} />
          <MoneyFact term={t('balance.held')} amount={data.held} />
          <MoneyFact term={t('balance.accrued')} amount={data.accrued} />
          <MoneyFact term={t('balance.available')} amount={data.available} />
          <Fact term={t('balance.burn')}>
            <Price price={data.burnPerHour} unit="HOUR" />
          </Fact>
          <Fact term={t('balance.runway')}>
            {data.runwayHours === null ? t('balance.idle') : format.hours(data.runwayHours)}
          </Fact>
        </DescriptionList>
      </CardBody>
      <CardBody>
        <Content component="small">
          <WhenFundsEnd />
        </Content>
      </CardBody>
    </Card>
  );
}
