import { MADE_AT_PROVIDER } from '@gpulease/contract/enums';
import { useTranslation } from 'react-i18next';

/** Why money went back: in an operator's words, or the platform's own in the language of the page. */
export function RefundReason({ reason }: { readonly reason: string }) {
  const { t } = useTranslation();
  return <>{reason === MADE_AT_PROVIDER ? t('payments.madeAtProvider') : reason}</>;
}

const explained = ['ABNORMAL', 'CLOSED'] as const;

/** What the provider says of a refund: what its states mean to an operator, or its own words. */
export function ProviderNote({ note }: { readonly note: string | null }) {
  const { t } = useTranslation();
  const state = explained.find((known) => known === note);
  if (state) return <>{t(`payments.notes.${state}`)}</>;
  return <span lang="en">{note ?? '–'}</span>;
}
