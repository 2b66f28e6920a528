import {
  Grid,
  GridItem,
  Wizard,
  WizardFooter,
  WizardStep,
  type WizardStepType,
} from '@patternfly/react-core';
import { useEffect, useRef, type MouseEvent } from 'react';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { FailureAlert } from '../../../errors/failure-alert.tsx';
import { useAriaLabel } from '../../../ui/use-aria-label.ts';
import { CostPanel } from './cost-panel.tsx';
import { keepDraft } from './draft.ts';
import { NetworkStep } from './network-step.tsx';
import { pathsOf, visibleOrder, type Catalogue, type Order, type OrderInput, type Step } from './order.ts';
import { orderResolver } from './order-resolver.ts';
import { PricingStep } from './pricing-step.tsx';
import { ReviewStep } from './review-step.tsx';
import { SkuStep } from './sku-step.tsx';
import { SystemStep } from './system-step.tsx';
import { useQuote } from './use-quote.ts';
import { useSubmitOrder } from './use-submit-order.ts';

/** The cost stays beside the step while the step scrolls. */
const staysInSight = { position: 'sticky', insetBlockStart: 0, alignSelf: 'start' } as const;

interface OrderWizardProps {
  readonly catalogue: Catalogue;
  readonly initial: OrderInput;
  /** Whose order it is. */
  readonly user: string;
}

/** The steps of an order, with what it costs always in sight. */
export function OrderWizard({ catalogue, initial, user }: OrderWizardProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const form = useForm<OrderInput, unknown, Order>({
    resolver: orderResolver(catalogue),
    defaultValues: initial,
    mode: 'onTouched',
  });
  const order = visibleOrder({ ...initial, ...useWatch({ control: form.control }) } as OrderInput, catalogue);
  const quote = useQuote(order);
  const submit = useSubmitOrder(form, quote.data);
  const canPay = quote.data?.affordable === true && quote.data.available >= quote.data.skuQuantity;
  const wizard = useRef<HTMLDivElement>(null);
  useAriaLabel(wizard, '.pf-v6-c-wizard__toggle', t('order.steps'));
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => keepDraft(user, values) }),
    [form, user],
  );

  const footer = (
    step: WizardStepType,
    onNext: (event: MouseEvent<HTMLButtonElement>) => void | Promise<void>,
    onBack: (event: MouseEvent<HTMLButtonElement>) => void | Promise<void>,
  ) => {
    const id = step.id as Step;
    const isLast = id === 'review';
    const goOn = async (event: MouseEvent<HTMLButtonElement>) => {
      if (await form.trigger(pathsOf(id, order), { shouldFocus: true })) await onNext(event);
    };
    return (
      <WizardFooter
        activeStep={step}
        nextButtonText={isLast ? t('order.submit') : t('order.next')}
        backButtonText={t('order.back')}
        cancelButtonText={t('common.cancel')}
        isBackDisabled={step.index === 1}
        isNextDisabled={isLast && (!canPay || submit.isBusy)}
        onNext={isLast ? submit.run : goOn}
        onBack={onBack}
        onClose={() => void navigate('/workloads')}
      />
    );
  };

  return (
    <FormProvider {...form}>
      <Grid hasGutter>
        <GridItem xl={9}>
          {submit.failure && <FailureAlert failure={submit.failure} />}
          <Wizard
            ref={wizard}
            isVisitRequired
            shouldFocusContent
            key={submit.refusal.count}
            startIndex={submit.refusal.index}
            navAriaLabel={t('order.steps')}
            footer={footer}
          >
            <WizardStep id="sku" name={t('order.step.sku')} body={{ 'aria-label': t('order.step.sku') }}>
              <SkuStep {...catalogue} />
            </WizardStep>
            <WizardStep
              id="system"
              name={t('order.step.system')}
              body={{ 'aria-label': t('order.step.system') }}
            >
              <SystemStep {...catalogue} />
            </WizardStep>
            <WizardStep
              id="network"
              name={t('order.step.network')}
              body={{ 'aria-label': t('order.step.network') }}
            >
              <NetworkStep {...catalogue} />
            </WizardStep>
            <WizardStep
              id="pricing"
              name={t('order.step.pricing')}
              body={{ 'aria-label': t('order.step.pricing') }}
            >
              <PricingStep {...catalogue} />
            </WizardStep>
            <WizardStep
              id="review"
              name={t('order.step.review')}
              body={{ 'aria-label': t('order.step.review') }}
            >
              <ReviewStep {...catalogue} />
            </WizardStep>
          </Wizard>
        </GridItem>
        <GridItem xl={3} style={staysInSight}>
          <CostPanel quote={quote} isChosen={order.sku !== ''} />
        </GridItem>
      </Grid>
    </FormProvider>
  );
}
