import { Content, DescriptionList, Stack, StackItem } from '@patternfly/react-core';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../../api/config.tsx';
import { imageTitle, regionName } from '../../../catalog/queries.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useLanguage } from '../../../i18n/i18n.ts';
import { Fact } from '../../../ui/fact.tsx';
import { Price } from '../../../ui/money.tsx';
import { skuTitle } from '../../../workloads/sku-title.ts';
import { chosenIn, visibleOrder, type Catalogue, type OrderInput } from './order.ts';

/** Everything that will be ordered, once more. */
export function ReviewStep(catalogue: Catalogue) {
  const { t } = useTranslation();
  const { dunning } = useConfig();
  const language = useLanguage();
  const order = visibleOrder(useFormContext<OrderInput>().getValues(), catalogue);
  const { sku, image } = chosenIn(order, catalogue);
  return (
    <Stack hasGutter>
      <StackItem>
        <DescriptionList isHorizontal isCompact>
          <Fact term={t('workload.name')}>{order.name}</Fact>
          <Fact term={t('workload.region')}>{regionName(catalogue.regions, order.region)}</Fact>
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
          <Terms order={order} catalogue={catalogue} />
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
  readonly catalogue: Catalogue;
}

/** How it is paid, and what becomes of it when the platform stops it. */
function Terms({ order, catalogue }: TermsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { policy } = chosenIn(order, catalogue);
  if (!policy) return null;
  const { pricingQuantity = 1, reservationStartTime: start, interruption, resume = 'MANUAL' } = order;
  return (
    <>
      <Fact term={t('workload.pricing')}>
        {t(`pricingMode.${policy.mode}`)} · <Price price={policy.price} unit={policy.unit} />
      </Fact>
      {policy.mode === 'RESERVED' && (
        <>
          <Fact term={t('workload.pricingQuantity')}>
            {t(`units.${policy.unit}`, { count: pricingQuantity })}
          </Fact>
          <Fact term={t('workload.reservationStartTime')}>
            {start ? format.dateTime(start) : t('order.atOnce')}
          </Fact>
        </>
      )}
      {interruption && <Fact term={t('workload.interruption')}>{t(`interruption.${interruption}`)}</Fact>}
      <Fact term={t('workload.resume')}>{t(`resume.${resume}`)}</Fact>
    </>
  );
}

function portsText({ ports = [] }: OrderInput): string | undefined {
  if (ports.length === 0) return undefined;
  return ports.map(({ protocol, port, targetPort }) => `${protocol} ${port} → ${targetPort}`).join(', ');
}
