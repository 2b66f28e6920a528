import type { Quote } from '@gpulease/contract/workloads';
import { useQueryClient, type QueryKey, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Path, UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { asFailure, type Failure } from '../../../api/failure.ts';
import { useOnline } from '../../../browser/online.ts';
import { useToasts } from '../../../ui/toasts.tsx';
import { useMounted, useNavigateFromHere } from '../../../ui/use-mounted.ts';
import { isFieldOfForm, type OrderInput } from './order.ts';

export interface SubmitOrder {
  readonly run: () => Promise<void>;
  readonly isBusy: boolean;
  /** The machine is sold out, but the order may wait. */
  readonly isToWait: boolean;
  /** The machine is sold out, and the order cannot wait. */
  readonly isSoldOut: boolean;
  /** Why the order was refused. */
  readonly failure: Failure | undefined;
}

/** The order refused as sold out. It applies to the quotes until then; a newer one knows whether there is stock again. */
interface SoldOut {
  readonly wish: string;
  readonly until: number;
}

type Expected = ReturnType<typeof expectedOf>;

interface Ordering<Out> {
  /** Whether a sold-out order should wait in the queue. */
  readonly mayWait: boolean;
  /** The query key of the quote. */
  readonly prices: QueryKey;
  /** Places the order at the shown price and returns the path of the machine. */
  readonly send: (order: Out, expected: Expected, isToWait: boolean) => Promise<string>;
}

/** Places the order at the shown price, in the queue if sold out; a refusal focuses its field. */
export function useSubmitOrder<In extends OrderInput, Out extends { readonly name: string }>(
  form: UseFormReturn<In, unknown, Out>,
  { data: shown, dataUpdatedAt }: UseQueryResult<Quote>,
  { mayWait, prices, send }: Ordering<Out>,
): SubmitOrder {
  const { t } = useTranslation();
  const navigate = useNavigateFromHere();
  const toasts = useToasts();
  const isMounted = useMounted();
  const client = useQueryClient();
  const [failure, setFailure] = useState<Failure>();
  // The free capacity may be spread over several nodes, none of which has enough; only the order finds that out.
  const [soldOut, setSoldOut] = useState<SoldOut>();
  const wish = wishOf(form.getValues());
  const isMissing = isSoldOutIn(shown) || (soldOut?.wish === wish && dataUpdatedAt <= soldOut.until);
  const isToWait = mayWait && isMissing && shown?.pricing.mode !== 'RESERVED';
  // A new object for each refusal, so that the same field is focused again.
  const [refused, setRefused] = useState<{ readonly path: string }>();
  const { setFocus } = form;
  useEffect(() => {
    if (refused) setFocus(refused.path as Path<In>);
  }, [setFocus, refused]);

  const refuse = (thrown: Failure) => {
    setFailure(thrown);
    // The price, the balance or the stock may have changed.
    const isRead = client.invalidateQueries({ queryKey: prices });
    if (thrown.details.reason === 'SOLD_OUT') {
      setSoldOut({ wish, until: Infinity });
      void isRead.then(() => setSoldOut({ wish, until: Date.now() }));
    }
    const fields = refusedFields(thrown);
    for (const [path, message] of fields) form.setError(path as Path<In>, { type: 'server', message });
    if (fields[0]) setRefused({ path: fields[0][0] });
  };
  const place = form.handleSubmit(async (order) => {
    if (!shown) return;
    try {
      const path = await send(order, expectedOf(shown), isToWait);
      // The machine's page shows it, but not to somebody who has left meanwhile.
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
    failure: useStanding(failure),
  };
}

/** A failure without a network is over when the network is back. */
function useStanding(failure: Failure | undefined): Failure | undefined {
  const isOnline = useOnline();
  return isOnline && failure?.wasOffline ? undefined : failure;
}

/** Whether fewer are left than requested. */
function isSoldOutIn(shown: Quote | undefined): boolean {
  return shown !== undefined && shown.available < shown.skuQuantity;
}

/** The fields that decide whether there is capacity. */
function wishOf({ sku, region, pricing, skuQuantity }: OrderInput): string {
  return [region, sku, pricing, skuQuantity].join('/');
}

function expectedOf({ expectedPrice, pricing, charge }: Quote) {
  return { expectedPrice, expectedUnit: pricing.unit, expectedCharge: charge };
}

/** The fields at fault; a taken name belongs to the name. */
function refusedFields({ code, details }: Failure): [path: string, message: string][] {
  if (code === 'NAME_TAKEN') return [['name', details.reason ?? code]];
  return Object.entries(details.fields ?? {}).filter(([path]) => isFieldOfForm(path));
}
