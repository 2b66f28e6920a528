import type { Quote } from '@gpulease/contract/workloads';
import type { UseQueryResult } from '@tanstack/react-query';
import { useApi } from '../../../api/queries.ts';
import { quoteRequestOf, type OrderInput } from './order.ts';

/** A price is asked for again after this time, in case it or the balance changed unannounced. */
const REFRESH_MS = 30_000;

/** What the order would cost now. */
export function useQuote(order: OrderInput): UseQueryResult<Quote> {
  const request = quoteRequestOf(order);
  return useApi(
    'createQuote',
    { body: request ?? { sku: '', region: '', pricing: '' } },
    {
      enabled: request !== undefined,
      keepPrevious: request !== undefined,
      refetchInterval: REFRESH_MS,
    },
  );
}
