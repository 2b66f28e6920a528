import type { Recharge } from '@gpulease/contract/billing';
import {
  Breadcrumb,
  BreadcrumbItem,
  Card,
  CardBody,
  Grid,
  GridItem,
  PageBreadcrumb,
  PageSection,
  Title,
} from '@patternfly/react-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { ownPath } from '../../app/return-to.ts';
import { TextLink } from '../../ui/links.tsx';
import { BalanceCard } from './balance-card.tsx';
import { Payment } from './payment.tsx';
import { RechargeForm } from './recharge-form.tsx';

/** /recharge: choosing an amount and paying it. `?amount=` fills it in, `?returnTo=` leads back afterwards. */
export function RechargePage() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const [recharge, setRecharge] = useState<Recharge>();
  return (
    <>
      <PageBreadcrumb hasBodyWrapper={false}>
        <Breadcrumb aria-label={t('shell.breadcrumb')}>
          <BreadcrumbItem render={() => <TextLink to="/billing">{t('navigation.user.billing')}</TextLink>} />
          <BreadcrumbItem isActive>{t('recharge.title')}</BreadcrumbItem>
        </Breadcrumb>
      </PageBreadcrumb>
      <PageSection hasBodyWrapper={false}>
        <Title headingLevel="h1" size="2xl">
          {t('recharge.title')}
        </Title>
      </PageSection>
      <PageSection hasBodyWrapper={false} isFilled>
        <Grid hasGutter>
          <GridItem lg={8}>
            <Card>
              <CardBody>
                {recharge ? (
                  <Payment
                    id={recharge.id}
                    returnTo={ownPath(params.get('returnTo'))}
                    onAgain={() => setRecharge(undefined)}
                  />
                ) : (
                  <RechargeForm amount={params.get('amount')} onCreated={setRecharge} />
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
