import { Content } from '@patternfly/react-core';
import { useFormState, useWatch, type FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { useApi } from '../../../api/queries.ts';

/** Explains, when a policy's price is edited, whom the new price affects and when. */
export function PriceChange() {
  const { t } = useTranslation();
  const { name = '' } = useParams();
  // The page has loaded the policy; without it the text is shorter.
  const { data: policy } = useApi('getPricingPolicy', { params: { name } });
  const { defaultValues = {} } = useFormState();
  const shown: FieldValues = useWatch();
  if (!policy || isSame(shown, defaultValues)) return null;
  const { mode, workloads: count } = policy;
  return (
    <Content component="p" role="status">
      {t(`priceChange.${mode === 'RESERVED' ? 'reserved' : 'metered'}`)}{' '}
      {count > 0 && t('priceChange.used', { count })}
    </Content>
  );
}

/** Invalid prices are reported at the field. */
function isSame(shown: FieldValues, saved: FieldValues): boolean {
  const isPrice = Boolean(shown.price) && Number.isFinite(Number(shown.price));
  return !isPrice || (Number(shown.price) === Number(saved.price) && shown.unit === saved.unit);
}
