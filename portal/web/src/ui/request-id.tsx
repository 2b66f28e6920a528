import { useTranslation } from 'react-i18next';

/** The request id, to quote when asking for help. */
export function RequestId({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  return (
    <small>
      {t('common.requestId')} <code>{id}</code>
    </small>
  );
}
