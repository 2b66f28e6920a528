import { useTranslation } from 'react-i18next';
import { useConfig } from '../api/config.ts';
import { useLanguage } from '../i18n/i18n.ts';
import { monitoringGuidePath } from './guide-path.ts';

/** What operators do about graphs that show nothing, with a link to the guide where the portal has it. */
export function MonitoringSetUp({ of }: { readonly of: 'source' | 'gpu' }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { hasDocuments } = useConfig();
  const [before, named, after] = t(`monitoringSetUp.${of}`).split(/<\/?guide>/);
  return (
    <>
      {before}
      {hasDocuments ? (
        <a href={monitoringGuidePath(language)} target="_blank" rel="noopener">
          {named}
        </a>
      ) : (
        named
      )}
      {after}
    </>
  );
}
