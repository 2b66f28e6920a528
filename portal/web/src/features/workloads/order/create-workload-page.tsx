import { pricingModes } from '@gpulease/contract/enums';
import { PageSection, Stack, StackItem } from '@patternfly/react-core';
import { useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { queryKey, useApi } from '../../../api/queries.ts';
import { dropDraft, useSession } from '../../../session/session.ts';
import { useImages, useRegions, useSkus } from '../../offers/queries.ts';
import { DetailsHeader } from '../../../ui/details-header.tsx';
import { InlineAlert } from '../../../ui/inline-alert.tsx';
import { allOf, Loaded } from '../../../ui/loaded.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { CostPanel } from './cost-panel.tsx';
import { keepDraft, keptDraft } from './draft.ts';
import { initialOrder, madeUpName, type LinkChoices } from './initial-order.ts';
import { OrderForm } from './order-form.tsx';
import { visibleOrder, type Catalogue, type Order, type OrderInput } from './order.ts';
import { useOrderForm } from './use-order-form.ts';
import { useSubmitOrder } from './use-submit-order.ts';

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
            const asked = choicesInLink(params);
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

/** The newest machine only provides defaults; if it cannot be loaded, the order starts without them. */
function useNewestWorkloads() {
  const { data, failureCount, refetch } = useApi('listWorkloads', {
    query: { pageSize: 1, sort: '-createdAt' },
  });
  return { data: data ?? (failureCount > 0 ? { items: [] } : undefined), error: null, refetch };
}

function choicesInLink(params: URLSearchParams): LinkChoices {
  return {
    sku: params.get('sku') ?? undefined,
    region: params.get('region') ?? undefined,
    mode: pricingModes.find((mode) => mode === params.get('mode')),
  };
}

interface OwnOrderProps {
  readonly catalogue: Catalogue;
  readonly initial: OrderInput;
  readonly user: string;
}

/** A customer's own order. It may wait in the queue, and its draft is stored. */
function OwnOrder({ catalogue, initial, user }: OwnOrderProps) {
  const { form, order, quote } = useOrderForm<OrderInput, Order>(
    {
      loadSchema: async () => (await import('./order-schema.ts')).orderSchema,
      visible: (values) => visibleOrder(values, catalogue),
      catalogue,
    },
    initial,
  );
  const create = useAction('createWorkload', { refreshes: ['listWorkloads', 'getBalance'] });
  const submit = useSubmitOrder(form, quote, {
    mayWait: true,
    prices: queryKey('createQuote'),
    send: async (body, expected, isToWait) => {
      const whenSoldOut = isToWait ? 'WAIT' : 'REFUSE';
      const { name } = await create.run({ body: { ...body, ...expected, whenSoldOut } });
      dropDraft('user');
      return `/workloads/${name}`;
    },
  });
  useDraft(form, user);
  return (
    <OrderForm
      form={form}
      catalogue={catalogue}
      costs={<CostPanel quote={quote} isChosen={order.sku !== ''} submit={submit} catalogue={catalogue} />}
    />
  );
}

/** Saves the draft from the first render. Removes a link's choices from the URL, so that returning to it shows the draft. */
function useDraft(form: UseFormReturn<OrderInput, unknown, Order>, user: string): void {
  const [asked, setAsked] = useSearchParams();
  useEffect(() => {
    keepDraft(user, form.getValues());
    return form.subscribe({ formState: { values: true }, callback: ({ values }) => keepDraft(user, values) });
  }, [form, user]);
  const isAsked = asked.toString() !== '';
  useEffect(() => {
    if (isAsked) setAsked({}, { replace: true });
  }, [isAsked, setAsked]);
}
