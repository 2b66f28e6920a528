import { PageSection, Split, SplitItem, Title } from '@patternfly/react-core';
import { css } from '@patternfly/react-styles';
import { use, type ReactNode } from 'react';
import { PageTitle, TabTitle } from '../page-title.tsx';

interface ListSectionProps {
  readonly title: string;
  /** Defaults to h1, or h2 within a tab. */
  readonly headingLevel?: 'h1' | 'h2';
  readonly description?: ReactNode;
  readonly primaryAction?: ReactNode;
  readonly children: ReactNode;
}

export function ListSection({ title, description, primaryAction, children, ...props }: ListSectionProps) {
  const tabTitle = use(TabTitle);
  const { headingLevel = tabTitle === undefined ? 'h1' : 'h2' } = props;
  return (
    <PageSection hasBodyWrapper={false}>
      <Split hasGutter isWrappable>
        <SplitItem isFilled>
          {headingLevel === 'h1' ? (
            <PageTitle>{title}</PageTitle>
          ) : (
            // Visually, the tab above already shows it.
            <Title headingLevel="h2" size="lg" className={css(tabTitle === title && 'pf-v6-screen-reader')}>
              {title}
            </Title>
          )}
        </SplitItem>
        {primaryAction && <SplitItem>{primaryAction}</SplitItem>}
      </Split>
      {description}
      {children}
    </PageSection>
  );
}
