import { getResizeObserver, PageSection, Tab, Tabs, TabTitleText } from '@patternfly/react-core';
import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { PageTitle, TabTitle } from './page-title.tsx';

export interface UrlTab {
  readonly key: string;
  readonly title: string;
  readonly content: ReactNode;
}

interface UrlTabsProps {
  readonly label: string;
  readonly tabs: readonly UrlTab[];
  /** URL parameters that survive a tab change; all others are dropped. */
  readonly keeps?: readonly string[];
}

/** Tabs whose choice is in the URL; the first is the default. A tab's content remounts each time it is chosen. */
export function UrlTabs({ label, tabs, keeps }: UrlTabsProps) {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const active: Partial<UrlTab> = tabs.find(({ key }) => key === params.get('tab')) ?? tabs[0] ?? {};
  const row = useRef<HTMLDivElement>(null);
  useScrollToTab(row, active.key);
  return (
    <div ref={row}>
      <PageSection hasBodyWrapper={false} type="tabs">
        <Tabs
          usePageInsets
          activeKey={active.key ?? ''}
          aria-label={label}
          backScrollAriaLabel={t('tabs.back')}
          forwardScrollAriaLabel={t('tabs.forward')}
          onSelect={(_, key) => {
            if (key !== active.key) setParams((current) => [...kept(current, keeps), ['tab', String(key)]]);
          }}
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
      <div id={`tab-${active.key ?? ''}`} role="tabpanel" aria-label={active.title}>
        <TabTitle key={active.key} value={active.title}>
          {active.content}
        </TabTitle>
      </div>
    </div>
  );
}

export function TabbedPage({ title, tabs }: { readonly title: string; readonly tabs: readonly UrlTab[] }) {
  return (
    <>
      <PageSection hasBodyWrapper={false}>
        <PageTitle>{title}</PageTitle>
      </PageSection>
      <UrlTabs label={title} tabs={tabs} />
    </>
  );
}

function kept(params: URLSearchParams, names: readonly string[] = []): [string, string][] {
  return [...params].filter(([name]) => names.includes(name));
}

/** Scrolls the chosen tab to the middle on phones, where tabs scroll sideways, even if a link opened it. */
function useScrollToTab(row: RefObject<HTMLElement | null>, active: string | undefined): void {
  useEffect(() => {
    const tab = row.current?.querySelector<HTMLElement>('.pf-v6-c-tabs__item.pf-m-current');
    const list = tab?.parentElement;
    if (!list) return;
    const center = () => {
      list.scrollLeft = tab.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2;
    };
    center();
    // PatternFly adds arrows after it detects that the row is too long.
    return getResizeObserver(list, center, true);
  }, [row, active]);
}
