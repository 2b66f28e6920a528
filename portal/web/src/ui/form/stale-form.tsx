import { useTranslation } from 'react-i18next';
import { InlineAlert } from '../inline-alert.tsx';

export function StaleForm({ title }: { readonly title: string }) {
  const { t } = useTranslation();
  return (
    <InlineAlert isLiveRegion variant="warning" title={title}>
      {t('catalogue.overtakenBody')}
    </InlineAlert>
  );
}
