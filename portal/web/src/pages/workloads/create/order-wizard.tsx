import type { Image, Region, Sku } from '@gpulease/contract/catalog';
import {
  Grid,
  GridItem,
  Wizard,
  WizardFooter,
  WizardStep,
  type WizardStepType,
} from '@patternfly/react-core';
import { useEffect, useRef, type MouseEvent } from 'react';
import { FormProvider } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useResourceForm } from '../../../ui/form/resource-form.tsx';
import { useAriaLabel } from '../../../ui/use-aria-label.ts';
import { CostPanel } from './cost-panel.tsx';
import { keepDraft } from './draft.ts';
import { NetworkStep } from './network-step.tsx';
import { fieldsOf, orderSchema, type Order, type OrderInput, type Step } from './order.ts';
import { PricingStep } from './pricing-step.tsx';
import { ReviewStep } from './review-step.tsx';
import { SkuStep } from './sku-step.tsx';
import { SystemStep } from './system-step.tsx';
import { useQuote } from './use-quote.ts';
import { useSubmitOrder } from './use-submit-order.ts';

/** The cost stays beside the step while the step scrolls. */
const staysInSight = { position: 'sticky', insetBlockStart: 0, alignSelf: 'start' } as const;

export interface Catalogue {
  readonly skus: readonly Sku[];
  readonly regions: readonly Region[];
  readonly images: readonly Image[];
}

interface OrderWizardProps {
  readonly catalogue: Catalogue;
  readonly initial: OrderInput;
}

/** The steps of an order, with what it costs always in sight. */
export function OrderWizard({ catalogue, initial }: OrderWizardProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const form = useResourceForm<OrderInput, Order>(orderSchema, initial);
  const order = form.watch();
  const quote = useQuote(order);
  const submit = useSubmitOrder(form, quote);
  const wizard = useRef<HTMLDivElement>(null);
  useAriaLabel(wizard, '.pf-v6-c-wizard__toggle', t('order.steps'));
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => keepDraft(values) }),
    [form],
  );

  const footer = (
    step: WizardStepType,
    onNext: (event: MouseEvent<HTMLButtonElement>) => void | Promise<void>,
    onBack: (event: MouseEvent<HTMLButtonElement>) => void | Promise<void>,
  ) => {
    const id = step.id as Step;
    const isLast = id === 'review';
    const goOn = async (event: MouseEvent<HTMLButtonElement>) => {
      if (await form.trigger([...fieldsOf[id]], { shouldFocus: true })) await onNext(event);
    };
    return (
      <WizardFooter
        activeStep={step}
        nextButtonText={isLast ? t('order.submit') : t('order.next')}
        backButtonText={t('order.back')}
        cancelButtonText={t('common.cancel')}
        isBackDisabled={step.index === 1}
        isNextDisabled={isLast && (!quote.data?.affordable || submit.isBusy)}
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
              <ReviewStep {...catalogue} quote={quote.data} failure={submit.failure} />
            </WizardStep>
          </Wizard>
        </GridItem>
        <GridItem xl={3} style={staysInSight}>
          <CostPanel quote={quote} isComplete={order.sku !== '' && order.pricing !== ''} />
        </GridItem>
      </Grid>
    </FormProvider>
  );
}
