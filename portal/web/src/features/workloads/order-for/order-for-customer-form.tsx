import type { AdminRegion } from '@gpulease/contract/catalogue';
import { useForm, useWatch } from 'react-hook-form';
import { queryKey, useApi } from '../../../api/queries.ts';
import { serverNow } from '../../../browser/clock.ts';
import { useAction } from '../../../ui/use-action.ts';
import { CostPanel } from '../order/cost-panel.tsx';
import { chosenIn, quoteRequestOf, type Catalogue, type OrderInput } from '../order/order.ts';
import { OrderForm } from '../order/order-form.tsx';
import { OrderedForProvider } from '../order/ordered-for.ts';
import { orderResolver } from '../order/order-resolver.ts';
import { REFRESH_MS, useQuoteRefusals, useShownRefusals } from '../order/use-quote.ts';
import { useSubmitOrder } from '../order/use-submit-order.ts';
import {
  emptyPlace,
  visibleForCustomer,
  type OrderForCustomer,
  type OrderForCustomerInput,
} from './order-for-customer.ts';
import { PlaceSection } from './place-section.tsx';
import { useTranslation } from 'react-i18next';
import { Field } from '../../../ui/form/field.tsx';
import { TypeaheadFilter } from '../../../ui/table/typeahead-filter.tsx';
import { Section } from '../../../ui/form/section.tsx';

interface OrderForCustomerFormProps {
  readonly catalogue: Catalogue;
  /** The regions with the fields that only operators see. */
  readonly places: readonly AdminRegion[];
  readonly initial: OrderInput;
  /** The preselected customer; empty for none. */
  readonly user: string;
  /** The time when the form was opened. */
  readonly opened: string;
}

/** The order form with customer and placement. These orders never wait in the queue. */
export function OrderForCustomerForm(props: OrderForCustomerFormProps) {
  const { catalogue, places, initial, opened } = props;
  const placeOf = ({ region }: OrderInput) => places.find(({ name }) => name === region);
  const visible = (order: OrderForCustomerInput) => visibleForCustomer(order, catalogue, placeOf(order));
  const refusalsOf = useQuoteRefusals<OrderForCustomerInput>((body, { user }) =>
    queryKey('createAnyQuote', { params: { user }, body }),
  );
  const form = useForm<OrderForCustomerInput, unknown, OrderForCustomer>({
    resolver: orderResolver({
      loadSchema: async (order) => {
        const { schemaIn } = await import('./order-for-customer-schema.ts');
        return schemaIn(placeOf(order), opened, () => new Date(serverNow()));
      },
      visible,
      catalogue,
      refusalsOf,
    }),
    defaultValues: { ...initial, ...emptyPlace(opened), user: props.user },
    mode: 'onTouched',
  });
  const order = visible({
    ...form.getValues(),
    ...useWatch({ control: form.control }),
  } as OrderForCustomerInput);
  const quote = useCustomerQuote(order);
  useShownRefusals(form, quote);
  const create = useAction('createAnyWorkload', { refreshes: ['listAllWorkloads', 'getUser'] });
  const submit = useSubmitOrder(form, quote, {
    mayWait: false,
    prices: queryKey('createAnyQuote'),
    send: async ({ user, ...body }, expected) => {
      const { name } = await create.run({ params: { user }, body: { ...body, ...expected } });
      return `/admin/workloads/${user}/${name}`;
    },
  });
  const isOfTerm = chosenIn(order, catalogue).policy?.mode === 'RESERVED';
  return (
    <OrderedForProvider value={order.user}>
      <OrderForm
        form={form}
        catalogue={catalogue}
        first={<CustomerSection />}
        last={<PlaceSection region={placeOf(order)} isOfTerm={isOfTerm} />}
        costs={<CostPanel quote={quote} isChosen={order.sku !== ''} submit={submit} catalogue={catalogue} />}
      />
    </OrderedForProvider>
  );
}

/** The current cost of the order; nothing while it is unknown. */
function useCustomerQuote(order: OrderForCustomerInput) {
  const request = quoteRequestOf(order);
  return useApi(
    'createAnyQuote',
    { params: { user: order.user }, body: request ?? { sku: '', region: '', pricing: '' } },
    { enabled: request !== undefined && order.user !== '', refetchInterval: REFRESH_MS },
  );
}

const customers = { role: 'USER', status: 'active' };

/** Chooses the customer, searched by name, phone or email. */
function CustomerSection() {
  const { t } = useTranslation();
  const label = t('workload.user');
  return (
    <Section title={t('workload.user')}>
      <Field isRequired name="user" label={label} help={t('orderFor.customerHelp')}>
        {(value, onChange, input) => (
          <TypeaheadFilter
            label={label}
            operation="listUsers"
            among={customers}
            value={String(value)}
            onChange={(chosen) => onChange(chosen ?? '')}
            input={input}
          />
        )}
      </Field>
    </Section>
  );
}
