import type { Quote } from '@gpulease/contract/workloads';
import { useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { Failure } from '../../../api/failure.ts';
import { queryKey, useApi } from '../../../api/queries.ts';
import { isFieldOfForm, quoteRequestOf, type Order, type OrderInput } from './order.ts';
import type { Refusals } from './order-resolver.ts';

/** A price is asked for again after this time, in case it changed unannounced. */
const REFRESH_MS = 30_000;

/** What exactly this order would cost now; nothing while that is not known. */
export function useQuote(visible: OrderInput): UseQueryResult<Quote> {
  const request = quoteRequestOf(visible);
  return useApi(
    'createQuote',
    { body: request ?? { sku: '', region: '', pricing: '' } },
    { enabled: request !== undefined, refetchInterval: REFRESH_MS },
  );
}

/** Of the fields that a price was refused for, those that the form has. */
export function refusedFields(failure: Failure | null | undefined): Refusals {
  const fields = Object.entries(failure?.details.fields ?? {});
  return Object.fromEntries(fields.filter(([path]) => isFieldOfForm(path)));
}

/** Tells what the portal has answered against the price of an order. */
export function useQuoteRefusals(): (visible: OrderInput) => Refusals {
  const client = useQueryClient();
  return (visible) => {
    const body = quoteRequestOf(visible);
    const state = body && client.getQueryState<Quote>(queryKey('createQuote', { body }));
    return refusedFields(state?.error);
  };
}

/** Shows a refusal of the price at its fields, and takes it away once there is a price. */
export function useShownRefusals(
  { trigger }: UseFormReturn<OrderInput, unknown, Order>,
  { error }: UseQueryResult<Quote>,
): void {
  useEffect(() => {
    const paths = Object.keys(refusedFields(error)) as (keyof OrderInput)[];
    if (paths.length === 0) return;
    void trigger(paths);
    return () => void trigger(paths);
  }, [trigger, error]);
}
