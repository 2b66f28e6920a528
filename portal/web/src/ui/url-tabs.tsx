import { PageSection, Tab, Tabs, TabTitleText } from '@patternfly/react-core';
import { createContext, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';

export interface UrlTab {
  readonly key: string;
  readonly title: string;
  readonly content: ReactNode;
}

/** The title of the tab that is around. */
export const TabTitle = createContext<string | undefined>(undefined);

/**
 * Tabs whose choice stands in the URL, so that going back leads to the tab before; the first one is the default. A list in
 * a tab starts anew with it.
 */
export function UrlTabs({ label, tabs }: { readonly label: string; readonly tabs: readonly UrlTab[] }) {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const active = tabs.find(({ key }) => key === params.get('tab')) ?? tabs[0];
  return (
    <>
      <PageSection hasBodyWrapper={false} type="tabs">
        <Tabs
          usePageInsets
          activeKey={active?.key ?? ''}
          aria-label={label}
          backScrollAriaLabel={t('tabs.back')}
          forwardScrollAriaLabel={t('tabs.forward')}
          onSelect={(_, key) => setParams({ tab: String(key) })}
        >
          {tabs.map(({ key, title }) => (
            <Tab
              key={key}
              eventKey={key}
              title={<TabTitleText>{title}</TabTitleText>}
              tabContentId={`tab-${key}`}
            />
          ))}
        </Tabs>
      </PageSection>
      <div id={`tab-${active?.key ?? ''}`} role="tabpanel" aria-label={active?.title}>
        <TabTitle value={active?.title}>{active?.content}</TabTitle>
      </div>
    </>
  );
}
