import type { Quote, QuoteRequest } from '@gpulease/contract/workloads';
import { useQueryClient, type QueryKey, type UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import type { Failure } from '../../../api/failure.ts';
import { queryKey, useApi } from '../../../api/queries.ts';
import { isFieldOfForm, quoteRequestOf, type OrderInput } from './order.ts';
import type { Refusals } from './order-resolver.ts';

/** The interval between quotes, in case the price changes without an event. */
export const REFRESH_MS = 30_000;

/** The current cost of exactly this order; undefined while unknown. */
export function useQuote(visible: OrderInput): UseQueryResult<Quote> {
  const request = quoteRequestOf(visible);
  return useApi(
    'createQuote',
    { body: request ?? { sku: '', region: '', pricing: '' } },
    { enabled: request !== undefined, refetchInterval: REFRESH_MS },
  );
}

/** The fields of a refusal that the form has. */
export function refusedFields(failure: Failure | null | undefined): Refusals {
  const fields = Object.entries(failure?.details.fields ?? {});
  return Object.fromEntries(fields.filter(([path]) => isFieldOfForm(path)));
}

/** Reads the portal's refusal of a quote; `keyOf` returns the key of the query. */
export function useQuoteRefusals<In extends OrderInput>(
  keyOf: (body: QuoteRequest, visible: In) => QueryKey = (body) => queryKey('createQuote', { body }),
): (visible: In) => Refusals {
  const client = useQueryClient();
  return (visible) => {
    const body = quoteRequestOf(visible);
    const state = body && client.getQueryState<Quote>(keyOf(body, visible));
    return refusedFields(state?.error);
  };
}

/** Shows the refusal of a quote at its fields and removes it once there is a quote. */
export function useShownRefusals<In extends FieldValues, Out>(
  { trigger }: UseFormReturn<In, unknown, Out>,
  { error }: UseQueryResult<Quote>,
): void {
  useEffect(() => {
    const paths = Object.keys(refusedFields(error)) as Path<In>[];
    if (paths.length === 0) return;
    void trigger(paths);
    return () => void trigger(paths);
  }, [trigger, error]);
}
