import type { AdminRegion } from '@gpulease/contract/catalogue';
import { queryKey } from '../../../api/queries.ts';
import { serverNow } from '../../../browser/clock.ts';
import { useAction } from '../../../ui/use-action.ts';
import { CostPanel } from '../order/cost-panel.tsx';
import { chosenIn, type Catalogue, type OrderInput } from '../order/order.ts';
import { OrderForm } from '../order/order-form.tsx';
import { OrderedForProvider } from '../order/ordered-for.ts';
import { useOrderForm } from '../order/use-order-form.ts';
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
  readonly places: readonly AdminRegion[];
  readonly initial: OrderInput;
  /** The preselected customer; empty for none. */
  readonly user: string;
  readonly opened: string;
}

export function OrderForCustomerForm(props: OrderForCustomerFormProps) {
  const { catalogue, places, initial, opened } = props;
  const placeOf = ({ region }: OrderInput) => places.find(({ name }) => name === region);
  const { form, order, quote } = useOrderForm<OrderForCustomerInput, OrderForCustomer>(
    {
      loadSchema: async (chosen) => {
        const { schemaIn } = await import('./order-for-customer-schema.ts');
        return schemaIn(placeOf(chosen), opened, () => new Date(serverNow()));
      },
      visible: (chosen) => visibleForCustomer(chosen, catalogue, placeOf(chosen)),
      catalogue,
    },
    { ...initial, ...emptyPlace(opened), user: props.user } as OrderForCustomerInput,
  );
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

const customers = { role: 'USER', status: 'active' };

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
