import type { Quote } from '@gpulease/contract/workloads';
import { Content, DescriptionList, Stack, StackItem } from '@patternfly/react-core';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../../api/config.tsx';
import type { Failure } from '../../../api/failure.ts';
import { imageTitle, regionName } from '../../../catalog/queries.ts';
import { FailureAlert } from '../../../errors/failure-alert.tsx';
import { useFormat } from '../../../i18n/format.ts';
import { useLanguage } from '../../../i18n/i18n.ts';
import { Fact } from '../../../ui/fact.tsx';
import { skuTitle } from '../../../workloads/sku-title.ts';
import type { OrderInput } from './order.ts';
import type { Catalogue } from './order-wizard.tsx';

interface ReviewStepProps extends Catalogue {
  readonly quote: Quote | undefined;
  readonly failure: Failure | undefined;
}

/** Everything that will be ordered, once more. */
export function ReviewStep({ skus, regions, images, quote, failure }: ReviewStepProps) {
  const { t } = useTranslation();
  const { dunning } = useConfig();
  const language = useLanguage();
  const order = useFormContext<OrderInput>().getValues();
  const sku = skus.find(({ name }) => name === order.sku);
  const image = images.find(({ name }) => name === order.image);
  return (
    <Stack hasGutter>
      {failure && (
        <StackItem>
          <FailureAlert failure={failure} />
        </StackItem>
      )}
      <StackItem>
        <DescriptionList isHorizontal isCompact>
          <Fact term={t('workload.name')}>{order.name}</Fact>
          <Fact term={t('workload.region')}>{regionName(regions, order.region)}</Fact>
          <Fact term={t('workload.sku')}>
            {skuTitle({ skuDisplayName: sku?.displayName ?? order.sku, skuQuantity: order.skuQuantity ?? 1 })}
          </Fact>
          <Fact term={t('workload.image')}>{image && imageTitle(image)}</Fact>
          <Fact term={t('workload.rootDiskSize')}>{order.rootDiskSize} GiB</Fact>
          <Fact term={t('workload.authorizedKeys')}>
            {t('order.keyCount', { count: order.authorizedKeys.length })}
          </Fact>
          <Fact term={t('workload.ports')}>{portsText(order)}</Fact>
          <Fact term={t('workload.httpHost')}>{order.http?.host}</Fact>
          <Terms order={order} quote={quote} />
        </DescriptionList>
      </StackItem>
      <StackItem>
        <Content component="small">{dunning[language]}</Content>
      </StackItem>
    </Stack>
  );
}

interface TermsProps {
  readonly order: OrderInput;
  readonly quote: Quote | undefined;
}

function Terms({ order, quote }: TermsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  if (!quote) return null;
  const { mode, unit } = quote.pricing;
  const start = order.reservationStartTime;
  return (
    <>
      <Fact term={t('workload.pricing')}>{t(`pricingMode.${mode}`)}</Fact>
      {mode === 'RESERVED' && (
        <>
          <Fact term={t('workload.pricingQuantity')}>
            {order.pricingQuantity} × {t(`pricingUnit.${unit}`)}
          </Fact>
          <Fact term={t('workload.reservationStartTime')}>
            {start ? format.dateTime(start) : t('order.atOnce')}
          </Fact>
        </>
      )}
    </>
  );
}

function portsText({ ports = [] }: OrderInput): string | undefined {
  if (ports.length === 0) return undefined;
  return ports.map(({ protocol, port, targetPort }) => `${protocol} ${port} → ${targetPort}`).join(', ');
}
