import type { Quote, QuoteRequest } from '@gpulease/contract/workloads';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import {
  useForm,
  useWatch,
  type DefaultValues,
  type FieldErrors,
  type Path,
  type Resolver,
} from 'react-hook-form';
import type * as z from 'zod';
import type { CallInput } from '../../../api/client.ts';
import type { Failure } from '../../../api/failure.ts';
import { queryKey, useApi } from '../../../api/queries.ts';
import { serverNow } from '../../../browser/clock.ts';
import { isFieldOfForm, problemsOf, quoteRequestOf, type Catalogue, type OrderInput } from './order.ts';

/** The interval between quotes, in case the price changes without an event. */
const REFRESH_MS = 30_000;
/** A placeholder for the request of an incomplete order. */
const nothing = { sku: '', region: '', pricing: '', skuQuantity: 1, pricingQuantity: 1 };

interface Checks<In extends AnyOrder, Out> {
  /** Loads the contract's schema without fields that the form lacks, after the form has rendered. */
  readonly loadSchema: (visible: In) => Promise<z.ZodType<Out>>;
  /** The visible fields of the order. Hidden ones are not validated. */
  readonly visible: (order: In) => In;
  readonly catalogue: Catalogue;
}

/** An operator's order has the customer's name, which is empty until chosen. */
type AnyOrder = OrderInput & { readonly user?: string };

/** The form of an order, its visible values and its current quote. A rejected quote shows errors at its fields. */
export function useOrderForm<In extends AnyOrder, Out>(checks: Checks<In, Out>, defaultValues: In) {
  const client = useQueryClient();
  const form = useForm<In, unknown, Out>({
    resolver: orderResolver(checks, (order) => {
      const body = quoteRequestOf(order);
      const state = body && client.getQueryState<Quote>(queryKey(...quoteCall(body, order.user)));
      return refusedFields(state?.error);
    }),
    defaultValues: defaultValues as DefaultValues<In>,
    mode: 'onTouched',
  });
  const { trigger } = form;
  const order = checks.visible({ ...form.getValues(), ...useWatch({ control: form.control }) });
  const body = quoteRequestOf(order);
  const quote = useApi(...quoteCall(body ?? nothing, order.user), {
    enabled: body !== undefined && order.user !== '',
    refetchInterval: REFRESH_MS,
  });
  useEffect(() => {
    const paths = Object.keys(refusedFields(quote.error)) as Path<In>[];
    if (paths.length === 0) return;
    void trigger(paths);
    return () => void trigger(paths);
  }, [trigger, quote.error]);
  return { form, order, quote };
}

/** The operation that prices an order. Both return the same response. */
function quoteCall(body: QuoteRequest, user?: string) {
  const call =
    user === undefined ? ['createQuote', { body }] : ['createAnyQuote', { params: { user }, body }];
  return call as ['createQuote', CallInput<'createQuote'>];
}

/** The refused fields that the form has: path → error. */
export function refusedFields(failure: Failure | null | undefined): Readonly<Record<string, string>> {
  const fields = Object.entries(failure?.details.fields ?? {});
  return Object.fromEntries(fields.filter(([path]) => isFieldOfForm(path)));
}

/** Validates an order against the contract, the catalogue and its quote. If the schema cannot be loaded, only the server does. */
function orderResolver<In extends AnyOrder, Out>(
  { loadSchema, visible, catalogue }: Checks<In, Out>,
  refusalsOf: (visible: In) => Readonly<Record<string, string>>,
): Resolver<In, unknown, Out> {
  return async (values, context, options) => {
    const order = visible(values);
    const loaded = await Promise.all([
      loadSchema(order) as Promise<z.ZodType<Out, In>>,
      import('../../../ui/form/schema-check.ts'),
      import('@hookform/resolvers'),
    ]).catch(() => undefined);
    if (!loaded) return { values: order as unknown as Out, errors: {} };
    const [schema, { checkBy }, { toNestErrors }] = loaded;
    const checked = await checkBy(schema)(order, context, options);
    const ofCatalogue = problemsOf(order, catalogue, new Date(serverNow()));
    const problems = Object.entries({ ...refusalsOf(order), ...ofCatalogue });
    if (problems.length === 0) return checked;
    const flat = problems.map(([path, message]) => [path, { type: 'catalogue', message }]);
    const nested = toNestErrors<In>(Object.fromEntries(flat) as FieldErrors, options);
    return { values: {}, errors: { ...nested, ...checked.errors } };
  };
}
