import { useTranslation } from 'react-i18next';
import { monitoringGuide, useDocsAddress } from './docs.ts';

/** Tells operators how to fix empty graphs, with a link to the guide if the portal has documentation. */
export function MonitoringSetUp({ of }: { readonly of: 'source' | 'gpu' }) {
  const { t } = useTranslation();
  const addressOf = useDocsAddress();
  const [before, named, after] = t(`monitoringSetUp.${of}`).split(/<\/?guide>/);
  return (
    <>
      {before}
      {addressOf ? (
        <a href={addressOf(monitoringGuide)} target="_blank" rel="noopener">
          {named}
        </a>
      ) : (
        named
      )}
      {after}
    </>
  );
}
