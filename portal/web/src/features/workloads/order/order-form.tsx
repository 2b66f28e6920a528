import { Form, Grid, GridItem } from '@patternfly/react-core';
import type { KeyboardEvent, ReactNode } from 'react';
import { FormProvider, type FieldValues, type Path, type UseFormReturn } from 'react-hook-form';
import { MachineSection } from './machine-section.tsx';
import { MoreOptions } from './more-options.tsx';
import type { Catalogue } from './order.ts';
import { PricingSection } from './pricing-section.tsx';
import { SystemSection } from './system-section.tsx';

interface OrderFormProps<In extends FieldValues, Out> {
  readonly form: UseFormReturn<In, unknown, Out>;
  readonly catalogue: Catalogue;
  readonly first?: ReactNode;
  readonly last?: ReactNode;
  readonly costs: ReactNode;
}

/** The whole order on one page, with the cost always visible. */
export function OrderForm<In extends FieldValues, Out>(props: OrderFormProps<In, Out>) {
  const { form, catalogue, first, last, costs } = props;
  return (
    <FormProvider {...form}>
      <Form
        noValidate
        onSubmit={(event) => event.preventDefault()}
        onKeyDown={(event) => void checkOnEnter(event, form)}
      >
        <Grid hasGutter>
          <GridItem xl={8} className="gpulease-order">
            {first}
            <MachineSection {...catalogue} />
            <PricingSection {...catalogue} />
            <SystemSection {...catalogue} />
            <MoreOptions {...catalogue} />
            {last}
          </GridItem>
          <GridItem xl={4} className="gpulease-order-cost">
            {costs}
          </GridItem>
        </Grid>
      </Form>
    </FormProvider>
  );
}

/** Enter in a field only validates it, like leaving the field. Orders cost money, so only the button places them. */
async function checkOnEnter<In extends FieldValues, Out>(
  { key, target }: KeyboardEvent,
  { trigger }: UseFormReturn<In, unknown, Out>,
): Promise<void> {
  const isInput = target instanceof HTMLInputElement && target.name !== '';
  if (key === 'Enter' && isInput) await trigger(target.name as Path<In>);
}
