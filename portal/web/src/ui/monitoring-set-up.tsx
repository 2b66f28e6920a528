import { useTranslation } from 'react-i18next';
import { monitoringGuide, useDocsAddress } from './docs.ts';

/** What operators do about graphs that show nothing, with a link to the guide where the portal has it. */
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
