import '@patternfly/react-styles/css/components/TabContent/tab-content.css';
import '@patternfly/react-styles/css/components/Tabs/tabs.css';
import { css } from '@patternfly/react-styles';
import { useId, useState, type ReactNode } from 'react';

interface FilledTab {
  readonly key: string;
  readonly title: string;
  readonly content: ReactNode;
}

/** Tabs as wide as the form, which retain typed values. PatternFly's would load menus and tooltips before sign-in. */
export function FilledTabs({ label, tabs }: { readonly label: string; readonly tabs: readonly FilledTab[] }) {
  const id = useId();
  const [current, setCurrent] = useState(tabs[0]?.key);
  const [opened, setOpened] = useState<ReadonlySet<string | undefined>>(new Set([current]));
  const open = (key: string) => {
    setCurrent(key);
    setOpened((before) => new Set([...before, key]));
  };
  return (
    <>
      <div className="pf-v6-c-tabs pf-m-fill">
        <ul className="pf-v6-c-tabs__list" role="tablist" aria-label={label}>
          {tabs.map(({ key, title }) => (
            <li
              key={key}
              role="presentation"
              className={css('pf-v6-c-tabs__item', key === current && 'pf-m-current')}
            >
              <button
                type="button"
                role="tab"
                id={`${id}-${key}`}
                className="pf-v6-c-tabs__link"
                aria-selected={key === current}
                {...(opened.has(key) && { 'aria-controls': `${id}-${key}-panel` })}
                onClick={() => open(key)}
              >
                <span className="pf-v6-c-tabs__item-text">{title}</span>
              </button>
            </li>
          ))}
        </ul>
      </div>
      {tabs
        .filter(({ key }) => opened.has(key))
        .map(({ key, content }) => (
          <section
            key={key}
            role="tabpanel"
            tabIndex={0}
            id={`${id}-${key}-panel`}
            className="pf-v6-c-tab-content"
            aria-labelledby={`${id}-${key}`}
            hidden={key !== current}
          >
            {content}
          </section>
        ))}
    </>
  );
}
