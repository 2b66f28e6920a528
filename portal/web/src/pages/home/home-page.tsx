import {
  ActionList,
  ActionListItem,
  Card,
  CardBody,
  CardFooter,
  CardTitle,
  Content,
  Gallery,
  GalleryItem,
  PageSection,
  Skeleton,
  Stack,
  StackItem,
} from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../api/config.tsx';
import { useSession } from '../../app/session.ts';
import { isAvailable, useRegions, useSkus } from '../../catalog/queries.ts';
import { SkuFacts } from '../../catalog/sku-facts.tsx';
import { LinkButton, TextLink } from '../../ui/links.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { useTitle } from '../../ui/page-title.tsx';

/** /: what the product is, and what is on offer right now. */
export function HomePage() {
  const { t } = useTranslation();
  const session = useSession('user');
  useTitle(t('home.title'));
  const isSignedIn = session.data?.user != null;
  return (
    <>
      <PageSection>
        <Stack hasGutter>
          <StackItem>
            <Content>
              <h1>{t('home.title')}</h1>
              <p>{t('home.lead')}</p>
            </Content>
          </StackItem>
          <StackItem>
            <ActionList>
              <ActionListItem>
                <LinkButton to={isSignedIn ? '/workloads/create' : '/register'} size="lg">
                  {isSignedIn ? t('workload.create') : t('home.start')}
                </LinkButton>
              </ActionListItem>
              {!isSignedIn && (
                <ActionListItem>
                  <LinkButton to="/login" variant="link" size="lg">
                    {t('auth.signIn')}
                  </LinkButton>
                </ActionListItem>
              )}
            </ActionList>
          </StackItem>
        </Stack>
      </PageSection>
      <PageSection isFilled>
        <Content component="h2">{t('home.offers')}</Content>
        <Offers />
      </PageSection>
      <HomeFooter />
    </>
  );
}

const SKELETON_CARDS = 4;
const cardWidths = { default: '280px' };

function Offers() {
  const { t } = useTranslation();
  const skus = useSkus();
  const regions = useRegions();
  return (
    <Loaded query={skus} skeleton={<SkeletonCards />}>
      {({ items }) => (
        <Gallery hasGutter minWidths={cardWidths}>
          {items.map((sku) => (
            <GalleryItem key={sku.name}>
              <Card isFullHeight>
                <CardTitle component="h3">{sku.displayName}</CardTitle>
                <CardBody>
                  <SkuFacts sku={sku} regions={regions.data?.items} />
                </CardBody>
                <CardFooter>
                  {isAvailable(sku) && (
                    <LinkButton
                      to={`/workloads/create?sku=${encodeURIComponent(sku.name)}`}
                      variant="secondary"
                    >
                      {t('home.rent')}
                    </LinkButton>
                  )}
                </CardFooter>
              </Card>
            </GalleryItem>
          ))}
        </Gallery>
      )}
    </Loaded>
  );
}

function SkeletonCards() {
  const { t } = useTranslation();
  return (
    <Gallery hasGutter minWidths={cardWidths} aria-busy>
      {Array.from({ length: SKELETON_CARDS }, (_, index) => (
        <Skeleton key={index} height="18rem" screenreaderText={t('common.loading')} />
      ))}
    </Gallery>
  );
}

function HomeFooter() {
  const { t } = useTranslation();
  const { sandbox, version } = useConfig();
  return (
    <PageSection variant="secondary">
      <Content component="small">
        <TextLink to="/terms">{t('terms.title')}</TextLink>
        {' · '}
        {sandbox && (
          <>
            <TextLink to="/test">{t('sandbox.title')}</TextLink>
            {' · '}
          </>
        )}
        <TextLink to="/admin/login">{t('auth.adminTitle')}</TextLink>
        {' · '}
        {version}
      </Content>
    </PageSection>
  );
}
