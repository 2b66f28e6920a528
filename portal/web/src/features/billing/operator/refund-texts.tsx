import { MADE_AT_PROVIDER } from '@gpulease/contract/enums';
import { useTranslation } from 'react-i18next';

/** The reason of a refund: the operator's text, or the platform's in the language of the page. */
export function RefundReason({ reason }: { readonly reason: string }) {
  const { t } = useTranslation();
  return <>{reason === MADE_AT_PROVIDER ? t('payments.madeAtProvider') : reason}</>;
}

const explained = ['ABNORMAL', 'CLOSED'] as const;

/** The provider's remark on a refund: an explanation of its state, or its own text. */
export function ProviderNote({ note }: { readonly note: string | null }) {
  const { t } = useTranslation();
  const state = explained.find((known) => known === note);
  if (state) return <>{t(`payments.notes.${state}`)}</>;
  return <span lang="en">{note ?? '–'}</span>;
}
