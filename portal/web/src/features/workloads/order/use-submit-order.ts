import type { Quote } from '@gpulease/contract/workloads';
import { useQueryClient, type QueryKey, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Path, UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { asFailure, type Failure } from '../../../api/failure.ts';
import { useOnline } from '../../../browser/online.ts';
import { useToasts } from '../../../ui/toasts.tsx';
import { useMounted, useNavigateFromHere } from '../../../ui/use-mounted.ts';
import type { OrderInput } from './order.ts';
import { refusedFields } from './use-order-form.ts';

export type SubmitOrder = ReturnType<typeof useSubmitOrder>;

interface Ordering<Out> {
  readonly mayWait: boolean;
  readonly prices: QueryKey;
  /** Places the order at the shown price and returns the path of the machine. */
  readonly send: (order: Out, expected: ReturnType<typeof expectedOf>, isToWait: boolean) => Promise<string>;
}

/** Places the order at the shown price, in the queue if sold out; a refusal focuses its field. */
export function useSubmitOrder<In extends OrderInput, Out extends { readonly name: string }>(
  form: UseFormReturn<In, unknown, Out>,
  { data: shown, dataUpdatedAt }: UseQueryResult<Quote>,
  { mayWait, prices, send }: Ordering<Out>,
) {
  const { t } = useTranslation();
  const navigate = useNavigateFromHere();
  const toasts = useToasts();
  const isMounted = useMounted();
  const client = useQueryClient();
  const [failure, setFailure] = useState<Failure>();
  // The free capacity may be spread over nodes that are each too small, which only an order detects. That result applies
  // until a newer quote shows whether there is stock again.
  const [soldOut, setSoldOut] = useState<{ readonly wish: string; readonly until: number }>();
  // The fields that determine whether there is capacity.
  const wish = form.getValues(['region', 'sku', 'pricing', 'skuQuantity'] as Path<In>[]).join('/');
  const isTooFew = shown !== undefined && shown.available < shown.skuQuantity;
  const isMissing = isTooFew || (soldOut?.wish === wish && dataUpdatedAt <= soldOut.until);
  const isToWait = mayWait && isMissing && shown?.pricing.mode !== 'RESERVED';
  // A new object for each refusal, so that the same field receives focus again.
  const [refused, setRefused] = useState<{ readonly path: string }>();
  const { setFocus } = form;
  useEffect(() => {
    if (refused) setFocus(refused.path as Path<In>);
  }, [setFocus, refused]);

  const refuse = (thrown: Failure) => {
    const { code, details } = thrown;
    setFailure(thrown);
    // The price, the balance or the stock may have changed.
    const isRead = client.invalidateQueries({ queryKey: prices });
    if (details.reason === 'SOLD_OUT') {
      setSoldOut({ wish, until: Infinity });
      void isRead.then(() => setSoldOut({ wish, until: Date.now() }));
    }
    const fields = Object.entries(
      code === 'NAME_TAKEN' ? { name: details.reason ?? code } : refusedFields(thrown),
    );
    for (const [path, message] of fields) form.setError(path as Path<In>, { type: 'server', message });
    if (fields[0]) setRefused({ path: fields[0][0] });
  };
  const place = form.handleSubmit(async (order) => {
    if (!shown) return;
    try {
      const path = await send(order, expectedOf(shown), isToWait);
      // The machine's page confirms the order. A user who has left the form gets a toast.
      if (isMounted.current) await navigate(path);
      else toasts.success(t('order.placed', { name: order.name }));
    } catch (error) {
      if (isMounted.current) refuse(asFailure(error));
      else toasts.failure(error, t('order.notPlaced', { name: order.name }));
    }
  });
  const run = async () => {
    setFailure(undefined);
    await place();
  };
  return {
    run,
    isBusy: form.formState.isSubmitting,
    isToWait,
    isSoldOut: isMissing && !isToWait,
    failure: useCurrentFailure(failure),
  };
}

/** Clears a failure that was caused by being offline once the network is back. */
function useCurrentFailure(failure: Failure | undefined): Failure | undefined {
  const isOnline = useOnline();
  return isOnline && failure?.wasOffline ? undefined : failure;
}

function expectedOf({ expectedPrice, pricing, charge }: Quote) {
  return { expectedPrice, expectedUnit: pricing.unit, expectedCharge: charge };
}
