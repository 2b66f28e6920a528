import type { Quote } from '@gpulease/contract/workloads';
import { Button, Content } from '@patternfly/react-core';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { InlineAlert } from '../../../ui/inline-alert.tsx';
import { LazyStockAlert } from '../../offers/lazy-stock-alert.ts';
import { regionName } from '../../offers/queries.ts';
import { alternativeTo } from './alternative.ts';
import { chosenIn, fitToSku, type Catalogue, type OrderInput } from './order.ts';
import { useOrderedFor } from './ordered-for.ts';
import type { SubmitOrder } from './use-submit-order.ts';

interface SoldOutProps {
  readonly quote: Quote;
  readonly submit: SubmitOrder;
  readonly catalogue: Catalogue;
}

export function SoldOut({ quote: { available, queued }, submit, catalogue }: SoldOutProps) {
  const { t } = useTranslation();
  if (submit.isSoldOut)
    return (
      <InlineAlert
        isPlain
        variant="warning"
        title={available > 0 ? t('cost.tooFew', { available }) : t('cost.soldOut')}
        actionLinks={<AlertOfChoice />}
      >
        <Instead {...catalogue} />
      </InlineAlert>
    );
  if (!submit.isToWait) return null;
  return (
    <InlineAlert isPlain variant="info" title={t('cost.toWait')} actionLinks={<AlertOfChoice />}>
      <Content component="p">
        {queued > 0 ? t('cost.queued', { count: queued }) : t('cost.queueEmpty')} {t('cost.toWaitBody')}
      </Content>
      <Instead {...catalogue} />
    </InlineAlert>
  );
}

function AlertOfChoice() {
  const [sku, region] = useFormContext<OrderInput>().watch(['sku', 'region']);
  if (useOrderedFor() !== undefined) return null;
  return <LazyStockAlert sku={sku} region={region} name={sku} />;
}

function Instead(catalogue: Catalogue) {
  const { t } = useTranslation();
  const form = useFormContext<OrderInput>();
  const order = form.watch();
  const found = alternativeTo(order, catalogue);
  if (!found) return null;
  const { sku, region } = found;
  const choose = () => {
    const mode = chosenIn(order, catalogue).policy?.mode;
    const fitted = { ...fitToSku({ ...order, region }, sku, mode), region };
    for (const [name, value] of Object.entries(fitted)) form.setValue(name as keyof OrderInput, value);
  };
  return (
    <Content component="p">
      {t('cost.instead', { sku: sku.displayName, region: regionName(catalogue.regions, region) })}{' '}
      <Button variant="link" isInline onClick={choose}>
        {t('cost.choose')}
      </Button>
    </Content>
  );
}
