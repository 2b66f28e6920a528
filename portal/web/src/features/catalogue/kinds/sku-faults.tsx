import type { AdminSku } from '@gpulease/contract/catalogue';
import { Content } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { useCatalogueCause } from '../causes.ts';
import { InlineAlert } from '../../../ui/inline-alert.tsx';
import { TextLink } from '../../../ui/links.tsx';

/** Explains on an SKU's page why it is not sold, or not in all of its regions or at all of its prices. */
export function SkuNotice({ item: { faults, condition, availability } }: { readonly item: AdminSku }) {
  const { t } = useTranslation();
  if (faults.length === 0) return null;
  const isSold = condition.ready || availability.length > 0;
  return (
    <InlineAlert variant="warning" title={isSold ? t('catalogue.soldInPart') : t('catalogue.notSold')}>
      <SkuFaults hasDetails faults={faults} />
    </InlineAlert>
  );
}

interface FaultsProps {
  readonly faults: AdminSku['faults'];
  /** Whether to show the operator's own message below its translation. */
  readonly hasDetails?: boolean;
}

/** The objects that prevent the sale, with the reasons. */
export function SkuFaults({ faults, hasDetails = false }: FaultsProps) {
  const { t } = useTranslation();
  const causeOf = useCatalogueCause();
  return faults.map(({ area, name, ...saying }) => {
    const { text, detail } = causeOf(saying);
    return (
      <div key={`${area} ${name}`}>
        {t(`catalogue.kind.${area}`)} <TextLink to={`/admin/${area}/${name}`}>{name}</TextLink> · {text}
        {hasDetails && detail !== undefined && (
          <Content component="small" lang="en">
            {detail}
          </Content>
        )}
      </div>
    );
  });
}
