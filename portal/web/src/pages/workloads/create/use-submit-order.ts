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
import { isFieldOfForm, type Order, type OrderInput } from './order.ts';

export interface SubmitOrder {
  readonly run: () => Promise<void>;
  readonly isBusy: boolean;
  /** Why the order was refused. */
  readonly failure: Failure | undefined;
}

type OrderForm = UseFormReturn<OrderInput, unknown, Order>;

/** Places the order at what was shown; what is refused leads to its field. */
export function useSubmitOrder(form: OrderForm, shown: Quote | undefined): SubmitOrder {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const create = useAction('createWorkload', {
    refreshes: ['listWorkloads', 'getBalance'],
    done: ({ name }) => t('order.placed', { name }),
  });
  const [failure, setFailure] = useState<Failure>();
  // A new object for each refusal, so that the same field takes the focus again.
  const [refused, setRefused] = useState<{ readonly path: string }>();
  const { setFocus } = form;
  useEffect(() => {
    if (refused) setFocus(refused.path as keyof OrderInput);
  }, [setFocus, refused]);

  const refuse = (thrown: Failure) => {
    setFailure(thrown);
    // The price, the money or the stock may be other than what was shown.
    void client.invalidateQueries({ queryKey: queryKey('createQuote') });
    const fields = refusedFields(thrown);
    for (const [path, message] of fields)
      form.setError(path as keyof OrderInput, { type: 'server', message });
    if (fields[0]) setRefused({ path: fields[0][0] });
  };
  const place = form.handleSubmit(async (order) => {
    if (!shown) return;
    try {
      const { name } = await create.run({ body: { ...order, ...expectedOf(shown) } });
      dropDraft();
      await navigate(`/workloads/${name}`);
    } catch (error) {
      refuse(asFailure(error));
    }
  });
  const run = async () => {
    setFailure(undefined);
    await place();
  };
  return { run, isBusy: create.isBusy || form.formState.isSubmitting, failure };
}

function expectedOf({ expectedPrice, pricing, charge }: Quote) {
  return { expectedPrice, expectedUnit: pricing.unit, expectedCharge: charge };
}

/** The fields to blame; a taken name is the name's. */
function refusedFields({ code, details }: Failure): [path: string, message: string][] {
  if (code === 'NAME_TAKEN') return [['name', details.reason ?? code]];
  return Object.entries(details.fields ?? {}).filter(([path]) => isFieldOfForm(path));
}
