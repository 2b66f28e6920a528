import { pricingModes } from '@gpulease/contract/enums';
import { PageSection, Stack, StackItem } from '@patternfly/react-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useApi } from '../../../api/queries.ts';
import { useSession } from '../../../session/session.ts';
import { useImages, useRegions, useSkus } from '../../offers/queries.ts';
import { DetailsHeader } from '../../../ui/details-header.tsx';
import { InlineAlert } from '../../../ui/inline-alert.tsx';
import { allOf, Loaded } from '../../../ui/loaded.tsx';
import { keptDraft } from './draft.ts';
import { initialOrder, madeUpName, type LinkChoices } from './initial-order.ts';
import { OwnOrder } from './own-order.tsx';

/** /workloads/create: the order form. `?sku=&region=&mode=` preselect. */
export function CreateWorkloadPage() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const username = useSession('user').data?.user?.username ?? '';
  const [user] = useState(username);
  const [draft] = useState(() => keptDraft(user));
  const [name] = useState(madeUpName);
  const savedKeys = useApi('listSshKeys', { query: { pageSize: 100 } });
  const newest = useNewestWorkloads();
  const isWithoutKey = savedKeys.data?.items.length === 0 && !newest.data?.items[0]?.authorizedKeys.length;
  const query = allOf({ skus: useSkus(), regions: useRegions(), images: useImages(), savedKeys, newest });
  return (
    <>
      <DetailsHeader
        list={{ title: t('navigation.user.workloads'), path: '/workloads' }}
        title={t('workload.create')}
        lead={t(isWithoutKey ? 'order.leadWithoutKey' : 'order.lead')}
      />
      <PageSection hasBodyWrapper={false} isFilled>
        <Loaded query={query}>
          {({ skus, regions, images, savedKeys, newest }) => {
            const catalogue = { skus: skus.items, regions: regions.items, images: images.items };
            const asked = askedIn(params);
            const isWithdrawn =
              asked.sku !== undefined && !catalogue.skus.some(({ name }) => name === asked.sku);
            const keys = savedKeys.items.map(({ publicKey }) => publicKey);
            const defaults = { catalogue, name, keys, last: newest.items[0] };
            return (
              <Stack hasGutter>
                {isWithdrawn && <InlineAlert variant="warning" title={t('order.skuWithdrawn')} />}
                <StackItem isFilled>
                  <OwnOrder
                    catalogue={catalogue}
                    initial={initialOrder(draft, asked, defaults)}
                    user={user}
                  />
                </StackItem>
              </Stack>
            );
          }}
        </Loaded>
      </PageSection>
    </>
  );
}

/** The last machine only provides defaults; if it cannot be loaded, the order starts without them. */
function useNewestWorkloads() {
  const { data, failureCount, refetch } = useApi('listWorkloads', {
    query: { pageSize: 1, sort: '-createdAt' },
  });
  return { data: data ?? (failureCount > 0 ? { items: [] } : undefined), error: null, refetch };
}

function askedIn(params: URLSearchParams): LinkChoices {
  return {
    sku: params.get('sku') ?? undefined,
    region: params.get('region') ?? undefined,
    mode: pricingModes.find((mode) => mode === params.get('mode')),
  };
}
