import { Form, Grid, GridItem } from '@patternfly/react-core';
import { useEffect, type KeyboardEvent } from 'react';
import { FormProvider, useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import { useSearchParams } from 'react-router-dom';
import { CostPanel } from './cost-panel.tsx';
import { keepDraft } from './draft.ts';
import { MachineSection } from './machine-section.tsx';
import { NetworkSection } from './network-section.tsx';
import { visibleOrder, type Catalogue, type Order, type OrderInput } from './order.ts';
import { orderResolver } from './order-resolver.ts';
import { PricingSection } from './pricing-section.tsx';
import { SystemSection } from './system-section.tsx';
import { useQuote, useQuoteRefusals, useShownRefusals } from './use-quote.ts';
import { useSubmitOrder } from './use-submit-order.ts';

interface OrderFormProps {
  readonly catalogue: Catalogue;
  readonly initial: OrderInput;
  /** Whose order it is. */
  readonly user: string;
}

/** The whole order on one page, with what it costs always in sight. */
export function OrderForm({ catalogue, initial, user }: OrderFormProps) {
  const form = useForm<OrderInput, unknown, Order>({
    resolver: orderResolver(catalogue, useQuoteRefusals()),
    defaultValues: initial,
    mode: 'onTouched',
  });
  const order = visibleOrder({ ...initial, ...useWatch({ control: form.control }) } as OrderInput, catalogue);
  const quote = useQuote(order);
  useShownRefusals(form, quote);
  const submit = useSubmitOrder(form, quote);
  useDraft(form, user);
  return (
    <FormProvider {...form}>
      <Form
        noValidate
        onSubmit={(event) => event.preventDefault()}
        onKeyDown={(event) => void checkOnEnter(event, form)}
      >
        <Grid hasGutter>
          <GridItem xl={8} className="gpulease-order">
            <MachineSection {...catalogue} />
            <PricingSection {...catalogue} />
            <SystemSection {...catalogue} />
            <NetworkSection {...catalogue} />
          </GridItem>
          <GridItem xl={4} className="gpulease-order-cost">
            <CostPanel quote={quote} isChosen={order.sku !== ''} submit={submit} />
          </GridItem>
        </Grid>
      </Form>
    </FormProvider>
  );
}

/** Enter in a field checks it, as leaving it does; the order, which takes money, is placed by its button alone. */
async function checkOnEnter(
  { key, target }: KeyboardEvent,
  { trigger }: UseFormReturn<OrderInput, unknown, Order>,
): Promise<void> {
  const isInput = target instanceof HTMLInputElement && target.name !== '';
  if (key === 'Enter' && isInput) await trigger(target.name as keyof OrderInput);
}

/**
 * Keeps the order from the first sight on. What a link asked for goes from the address, so that who comes back, from a
 * recharge or a sign-in, finds the order as it was left.
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
