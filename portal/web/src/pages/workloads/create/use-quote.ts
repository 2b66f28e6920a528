import type { Quote } from '@gpulease/contract/workloads';
import type { UseQueryResult } from '@tanstack/react-query';
import { useApi } from '../../../api/queries.ts';
import { quoteRequestOf, type OrderInput } from './order.ts';

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
