import type { Region, Sku } from '@gpulease/contract/catalog';
import {
  Breadcrumb,
  BreadcrumbItem,
  Content,
  PageBreadcrumb,
  PageSection,
  Title,
} from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { isAvailable, useImages, useRegions, useSkus } from '../../../catalog/queries.ts';
import { FailureState } from '../../../errors/failure-state.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { LoadingPage } from '../../../ui/loading.tsx';
import { keptDraft } from './draft.ts';
import { fitToSku, type OrderInput } from './order.ts';
import { OrderWizard } from './order-wizard.tsx';

/** /workloads/create: composing and ordering a machine. `?sku=` chooses one before. */
export function CreateWorkloadPage() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const skus = useSkus();
  const regions = useRegions();
  const images = useImages();
  const failed = [skus, regions, images].find(({ error }) => error);
  if (failed?.error) return <FailureState failure={failed.error} onRetry={() => void failed.refetch()} />;
  if (!skus.data || !regions.data || !images.data) return <LoadingPage />;
  const catalogue = { skus: skus.data.items, regions: regions.data.items, images: images.data.items };
  return (
    <>
      <PageBreadcrumb hasBodyWrapper={false}>
        <Breadcrumb aria-label={t('shell.breadcrumb')}>
          <BreadcrumbItem
            render={() => <TextLink to="/workloads">{t('navigation.user.workloads')}</TextLink>}
          />
          <BreadcrumbItem isActive>{t('workload.create')}</BreadcrumbItem>
        </Breadcrumb>
      </PageBreadcrumb>
      <PageSection hasBodyWrapper={false}>
        <Title headingLevel="h1" size="2xl">
          {t('workload.create')}
        </Title>
        <Content component="p">{t('order.lead')}</Content>
      </PageSection>
      <PageSection hasBodyWrapper={false} isFilled>
        <OrderWizard
          catalogue={catalogue}
          initial={initialOrder(keptDraft(), catalogue, params.get('sku'))}
        />
      </PageSection>
    </>
  );
}

interface Offer {
  readonly skus: readonly Sku[];
  readonly regions: readonly Region[];
}

/** The draft, with the SKU asked for and the first region where it can be had. */
function initialOrder(draft: OrderInput, { skus, regions }: Offer, asked: string | null): OrderInput {
  const order = { ...draft, region: draft.region || (regions[0]?.name ?? '') };
  const sku = skus.find(({ name }) => name === asked);
  if (!sku) return order;
  const free = sku.availability.map(({ region }) => region).filter((region) => isAvailable(sku, region));
  const region = free.includes(order.region) ? order.region : (free[0] ?? order.region);
  return { ...order, ...fitToSku(order, sku), region };
}
