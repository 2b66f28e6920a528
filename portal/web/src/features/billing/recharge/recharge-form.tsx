import { rechargeRequest, type Recharge } from '@gpulease/contract/billing';
import type { Config } from '@gpulease/contract/config';
import { isAmount, parseAmount } from '@gpulease/contract/money';
import type { Language, PaymentMethod } from '@gpulease/contract/enums';
import { Button, FormGroup } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../../api/config.ts';
import { useLanguage } from '../../../i18n/i18n.ts';
import { optionsOf } from '../../../ui/form/options.ts';
import { AmountField } from '../../../ui/form/amount-field.tsx';
import { RadioField } from '../../../ui/form/inputs.tsx';
import { ResourceForm, useResourceForm } from '../../../ui/form/resource-form.tsx';
import { Money, useAmountText } from '../../../ui/money.tsx';
import { useAction } from '../../../ui/use-action.ts';

const presets = ['50.00', '100.00', '200.00', '500.00', '1000.00'];

type Method = Exclude<PaymentMethod, 'ADMIN'>;

interface RechargeFormProps {
  readonly amount: string | null;
  readonly onCreated: (recharge: Recharge) => void;
}

export function RechargeForm({ amount, onCreated }: RechargeFormProps) {
  const { t } = useTranslation();
  const amountText = useAmountText();
  const { recharge: limits } = useConfig();
  const language = useLanguage();
  const methods = inOrder(limits.methods, language);
  const isAllowed = (sum: string) => !isAmount(sum) || within(sum, limits) === sum;
  const schema = rechargeRequest.refine((request) => isAllowed(request.amount), {
    path: ['amount'],
    message: 'amountRange',
  });
  const form = useResourceForm(schema, {
    amount: within(amount !== null && isAmount(amount) ? presetFor(amount) : '100.00', limits),
    ...(methods[0] && { method: methods[0] }),
  });
  const chosen = form.watch('amount');
  const create = useAction('createRecharge', { refreshes: ['listRecharges'] });
  return (
    <ResourceForm
      form={form}
      submitLabel={t('recharge.submit')}
      onSubmit={async (body) => onCreated(await create.run({ body }))}
    >
      <FormGroup role="group" label={t('recharge.presets')} fieldId="presets">
        <div className="gpulease-presets">
          {presets.filter(isAllowed).map((preset) => (
            <Button
              key={preset}
              variant={chosen === preset ? 'primary' : 'secondary'}
              aria-pressed={chosen === preset}
              onClick={() => form.setValue('amount', preset, { shouldValidate: true })}
            >
              <Money amount={preset} />
            </Button>
          ))}
        </div>
      </FormGroup>
      <AmountField
        isRequired
        name="amount"
        label={t('recharge.amount')}
        help={t('recharge.limits', {
          minimum: amountText(limits.minimum),
          maximum: amountText(limits.maximum),
        })}
      />
      <RadioField
        isRequired
        name="method"
        label={t('recharge.method')}
        options={optionsOf(methods, (value) => t(`paymentMethod.${value}`))}
      />
    </ResourceForm>
  );
}

/** WeChat comes first in Chinese and last in English; the sandbox's method the other way round. */
function inOrder(methods: readonly PaymentMethod[], language: Language): Method[] {
  const offered = methods.filter((method): method is Method => method !== 'ADMIN').sort();
  return language === 'zh' ? offered.reverse() : offered;
}

/** The smallest preset that covers the amount: an order lacks only its first hour, which is little to recharge. */
function presetFor(amount: string): string {
  return presets.find((preset) => parseAmount(preset) >= parseAmount(amount)) ?? amount;
}

function within(amount: string, { minimum, maximum }: Config['recharge']): string {
  if (parseAmount(amount) < parseAmount(minimum)) return minimum;
  return parseAmount(amount) > parseAmount(maximum) ? maximum : amount;
}
