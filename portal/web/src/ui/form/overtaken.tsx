import { Alert } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';

/** Says that somebody else has changed the edited object. */
export function Overtaken({ title }: { readonly title: string }) {
  const { t } = useTranslation();
  return (
    <Alert isInline isLiveRegion variant="warning" variantLabel={t('toast.warning')} title={title}>
      {t('catalogue.overtakenBody')}
    </Alert>
  );
}
