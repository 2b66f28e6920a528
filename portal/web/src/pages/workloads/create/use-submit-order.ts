import type { Quote } from '@gpulease/contract/workloads';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { asFailure, type Failure } from '../../../api/failure.ts';
import { queryKey } from '../../../api/queries.ts';
import { useAction } from '../../../ui/use-action.ts';
import { dropDraft } from './draft.ts';
import { stepOf, steps, type Order, type OrderInput } from './order.ts';

interface SubmitOrder {
  readonly run: () => Promise<void>;
  readonly isBusy: boolean;
  /** Why the order was refused. */
  readonly failure: Failure | undefined;
  /** Where to go back to after a refusal of a field: the step's place in the wizard from 1, and how often it happened. */
  readonly refusal: Refusal;
}

interface Refusal {
  readonly index: number;
  readonly count: number;
  readonly path?: string;
}

type OrderForm = UseFormReturn<OrderInput, unknown, Order>;

/** Places the order at what was shown; what is refused leads back to its field. */
export function useSubmitOrder(form: OrderForm, shown: Quote | undefined): SubmitOrder {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const create = useAction('createWorkload', {
    refreshes: ['listWorkloads', 'getBalance'],
    done: ({ name }) => t('order.placed', { name }),
  });
  const [failure, setFailure] = useState<Failure>();
  const [refusal, setRefusal] = useState<Refusal>({ index: 1, count: 0 });
  useEffect(() => {
    if (refusal.path) form.setFocus(refusal.path as keyof OrderInput);
  }, [form, refusal]);
  const goBackTo = (path: string | undefined) => {
    const step = path === undefined ? undefined : stepOf(path);
    if (path === undefined || !step) return;
    setRefusal(({ count }) => ({ index: steps.indexOf(step) + 1, count: count + 1, path }));
  };

  const refuse = (refused: Failure) => {
    setFailure(refused);
    // The price, the money or the stock may be other than what was shown.
    void client.invalidateQueries({ queryKey: queryKey('createQuote') });
    const fields = refusedFields(refused);
    for (const [path, message] of fields)
      form.setError(path as keyof OrderInput, { type: 'server', message });
    goBackTo(fields[0]?.[0]);
  };
  const place = form.handleSubmit(
    async (order) => {
      if (!shown) return;
      try {
        const { name } = await create.run({ body: { ...order, ...expectedOf(shown) } });
        dropDraft();
        await navigate(`/workloads/${name}`);
      } catch (error) {
        refuse(asFailure(error));
      }
    },
    (errors) => goBackTo(Object.keys(errors)[0]),
  );
  const run = async () => {
    setFailure(undefined);
    await place();
  };
  return { run, isBusy: create.isBusy || form.formState.isSubmitting, failure, refusal };
}

function expectedOf({ expectedPrice, pricing, charge }: Quote) {
  return { expectedPrice, expectedUnit: pricing.unit, expectedCharge: charge };
}

/** The fields to blame; a taken name is the name's. */
function refusedFields({ code, details }: Failure): [path: string, message: string][] {
  if (code === 'NAME_TAKEN') return [['name', details.reason ?? code]];
  return Object.entries(details.fields ?? {}).filter(([path]) => stepOf(path) !== undefined);
}
