import type { Quote } from '@gpulease/contract/workloads';
import { useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { call } from '../../../api/client.ts';
import { asFailure, type Failure } from '../../../api/failure.ts';
import { queryKey } from '../../../api/queries.ts';
import { useToasts } from '../../../ui/toasts.tsx';
import { dropDraft } from './draft.ts';
import { stepOf, steps, type Order, type OrderInput, type Step } from './order.ts';

interface SubmitOrder {
  readonly run: () => Promise<void>;
  readonly isBusy: boolean;
  /** Why the order was refused as a whole. */
  readonly failure: Failure | undefined;
  /** Where to go back to after a refusal of a field: the step's place in the wizard from 1, and how often it happened. */
  readonly refusal: { readonly index: number; readonly count: number };
}

type OrderForm = UseFormReturn<OrderInput, unknown, Order>;

/** Places the order at the quoted price; what is refused leads back to its field. */
export function useSubmitOrder(form: OrderForm, quote: UseQueryResult<Quote>): SubmitOrder {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const toasts = useToasts();
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const [refusal, setRefusal] = useState({ index: 1, count: 0 });
  const goBackTo = (step: Step | undefined) => {
    if (step) setRefusal(({ count }) => ({ index: steps.indexOf(step) + 1, count: count + 1 }));
  };

  const place = form.handleSubmit(
    async (order) => {
      if (!quote.data) return;
      const workload = await call('createWorkload', {
        body: { ...order, expectedPrice: quote.data.expectedPrice },
      });
      dropDraft();
      void client.invalidateQueries({ queryKey: queryKey('listWorkloads') });
      void client.invalidateQueries({ queryKey: queryKey('getBalance') });
      toasts.success(t('order.placed', { name: workload.name }));
      await navigate(`/workloads/${workload.name}`);
    },
    (errors) => goBackTo(Object.keys(errors).map(stepOf).find(Boolean)),
  );
  const refuse = (error: unknown) => {
    const refused = asFailure(error);
    setFailure(refused);
    // The price, the money or the stock may be other than what was shown.
    void client.invalidateQueries({ queryKey: queryKey('createQuote') });
    const fields = refusedFields(refused);
    for (const [path, message] of fields)
      form.setError(path as keyof OrderInput, { type: 'server', message });
    goBackTo(stepOf(fields[0]?.[0] ?? ''));
  };
  const run = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      await place();
    } catch (error) {
      refuse(error);
    } finally {
      setBusy(false);
    }
  };
  return { run, isBusy, failure, refusal };
}

/** The fields to blame; a taken name is the name's. */
function refusedFields({ code, details }: Failure): [path: string, message: string][] {
  if (code === 'NAME_TAKEN') return [['name', code]];
  return Object.entries(details.fields ?? {}).filter(([path]) => stepOf(path) !== undefined);
}
