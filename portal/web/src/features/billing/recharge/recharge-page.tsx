import {
  Breadcrumb,
  BreadcrumbItem,
  Card,
  CardBody,
  Grid,
  GridItem,
  PageBreadcrumb,
  PageSection,
} from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { focusMain } from '../../../ui/main-area.ts';
import { ownPath } from '../../../session/return-to.ts';
import { TextLink } from '../../../ui/links.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { BalanceCard } from './balance-card.tsx';
import { OpenRecharge } from './open-recharge.tsx';
import { RechargeForm } from './recharge-form.tsx';

/** The code that draws QR codes is only needed once there is something to pay. */
const Payment = lazyPart(async () => (await import('./payment.tsx')).Payment);

/** /recharge: choosing an amount and paying it. `?amount=` fills it in, `?id=` is an open payment, `?returnTo=` leads back. */
export function RechargePage() {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const id = params.get('id');
  const show = (shown: string | undefined) => {
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        if (shown === undefined) next.delete('id');
        else next.set('id', shown);
        return next;
      },
      // Going back from a payment leads to the amount.
      { replace: shown === undefined },
    );
    // The clicked button disappears, and the focus with it.
    focusMain();
  };
  return (
    <>
      <PageBreadcrumb hasBodyWrapper={false}>
        <Breadcrumb aria-label={t('shell.breadcrumb')}>
          <BreadcrumbItem render={() => <TextLink to="/billing">{t('navigation.user.billing')}</TextLink>} />
          <BreadcrumbItem isActive>{t('recharge.title')}</BreadcrumbItem>
        </Breadcrumb>
      </PageBreadcrumb>
      <PageSection hasBodyWrapper={false}>
        <PageTitle>{t('recharge.title')}</PageTitle>
      </PageSection>
      <PageSection hasBodyWrapper={false} isFilled>
        <Grid hasGutter>
          {id === null && <OpenRecharge onContinue={show} />}
          <GridItem lg={8}>
            <Card>
              <CardBody>
                {id === null ? (
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
