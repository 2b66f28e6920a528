import type { Region, Sku } from '@gpulease/contract/catalog';
import { Breadcrumb, BreadcrumbItem, Content, PageBreadcrumb, PageSection } from '@patternfly/react-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useSession } from '../../../app/session.ts';
import { isAvailable, useImages, useRegions, useSkus } from '../../../catalog/queries.ts';
import { TextLink } from '../../../ui/links.tsx';
import { allOf, Loaded } from '../../../ui/loaded.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { keptDraft } from './draft.ts';
import { fitToSku, type OrderInput } from './order.ts';
import { OrderWizard } from './order-wizard.tsx';

/** /workloads/create: composing and ordering a machine. `?sku=` chooses one before. */
export function CreateWorkloadPage() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const user = useSession('user').data?.user?.username ?? '';
  const [draft] = useState(() => keptDraft(user));
  const catalogue = allOf({ skus: useSkus(), regions: useRegions(), images: useImages() });
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
        <PageTitle>{t('workload.create')}</PageTitle>
        <Content component="p">{t('order.lead')}</Content>
      </PageSection>
      <PageSection hasBodyWrapper={false} isFilled>
        <Loaded query={catalogue}>
          {({ skus, regions, images }) => {
            const offer = { skus: skus.items, regions: regions.items, images: images.items };
            return (
              <OrderWizard
                catalogue={offer}
                initial={initialOrder(draft, offer, params.get('sku'))}
                user={user}
              />
            );
          }}
        </Loaded>
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
