import { PageSection } from '@patternfly/react-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { serverNow } from '../../../browser/clock.ts';
import { useWholeList } from '../../../api/whole-list.ts';
import { useImages, useRegions, useSkus } from '../../offers/queries.ts';
import { DetailsHeader } from '../../../ui/details-header.tsx';
import { allOf, Loaded } from '../../../ui/loaded.tsx';
import { initialOrder, madeUpName } from '../order/initial-order.ts';
import { emptyOrder } from '../order/order.ts';
import { OrderForCustomerForm } from './order-for-customer-form.tsx';

/** /admin/workloads/create: an operator orders a machine for a customer. `?user=` preselects the customer. */
export function AdminCreateWorkloadPage() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const [name] = useState(madeUpName);
  const [opened] = useState(() => new Date(serverNow()).toISOString());
  const places = useWholeList('listRegions', {});
  const query = allOf({ skus: useSkus(), regions: useRegions(), images: useImages(), places });
  return (
    <>
      <DetailsHeader
        list={{ title: t('navigation.admin.workloads'), path: '/admin/workloads' }}
        title={t('orderFor.title')}
        lead={t('orderFor.lead')}
      />
      <PageSection hasBodyWrapper={false} isFilled>
        <Loaded query={query}>
          {({ skus, regions, images, places }) => {
            const catalogue = { skus: skus.items, regions: regions.items, images: images.items };
            return (
              <OrderForCustomerForm
                catalogue={catalogue}
                places={places}
                initial={initialOrder(emptyOrder, {}, { catalogue, name, keys: [] })}
                user={params.get('user') ?? ''}
                opened={opened}
              />
            );
          }}
        </Loaded>
      </PageSection>
    </>
  );
}
