import { useEffect } from 'react';
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import { useSearchParams } from 'react-router-dom';
import { queryKey } from '../../../api/queries.ts';
import { useAction } from '../../../ui/use-action.ts';
import { CostPanel } from './cost-panel.tsx';
import { dropDraft } from '../../../session/session.ts';
import { keepDraft } from './draft.ts';
import { OrderForm } from './order-form.tsx';
import { visibleOrder, type Catalogue, type Order, type OrderInput } from './order.ts';
import { orderResolver } from './order-resolver.ts';
import { useQuote, useQuoteRefusals, useShownRefusals } from './use-quote.ts';
import { useSubmitOrder } from './use-submit-order.ts';

interface OwnOrderProps {
  readonly catalogue: Catalogue;
  readonly initial: OrderInput;
  /** The customer's username. */
  readonly user: string;
}

/** A customer's own order. It may wait in the queue, and its draft is kept. */
export function OwnOrder({ catalogue, initial, user }: OwnOrderProps) {
  const refusalsOf = useQuoteRefusals();
  const form = useForm<OrderInput, unknown, Order>({
    resolver: orderResolver({
      loadSchema: async () => (await import('./order-schema.ts')).orderSchema,
      visible: (order) => visibleOrder(order, catalogue),
      catalogue,
      refusalsOf,
    }),
    defaultValues: initial,
    mode: 'onTouched',
  });
  const order = visibleOrder({ ...initial, ...useWatch({ control: form.control }) } as OrderInput, catalogue);
  const quote = useQuote(order);
  useShownRefusals(form, quote);
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

/**
 * Saves the draft from the first view on. A link's choices are removed from the address, so that a customer who returns
 * from a recharge or a sign-in finds the order as they left it.
 */
function useDraft(form: UseFormReturn<OrderInput, unknown, Order>, user: string): void {
  const [asked, setAsked] = useSearchParams();
  useEffect(() => {
    keepDraft(user, form.getValues());
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => keepDraft(user, values),
    });
  }, [form, user]);
  const isAsked = asked.toString() !== '';
  useEffect(() => {
    if (isAsked) setAsked({}, { replace: true });
  }, [isAsked, setAsked]);
}
