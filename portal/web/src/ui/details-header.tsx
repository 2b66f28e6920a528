import {
  ActionList,
  ActionListGroup,
  ActionListItem,
  Breadcrumb,
  BreadcrumbItem,
  Content,
  PageBreadcrumb,
  PageSection,
  Split,
  SplitItem,
} from '@patternfly/react-core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TextLink } from './links.tsx';
import { PageTitle } from './page-title.tsx';

interface DetailsHeaderProps {
  readonly list: { readonly title: string; readonly path: string };
  readonly title: string;
  readonly status?: ReactNode;
  readonly lead?: string;
  /** Buttons and menus; falsy ones are omitted. */
  readonly actions?: readonly ReactNode[];
}

/** The top of a page below a list: breadcrumb, title, status and actions. */
export function DetailsHeader({ list, title, status, lead, actions = [] }: DetailsHeaderProps) {
  const { t } = useTranslation();
  const shown = actions.filter(Boolean);
  return (
    <>
      <PageBreadcrumb hasBodyWrapper={false}>
        <Breadcrumb aria-label={t('shell.breadcrumb')}>
          <BreadcrumbItem render={() => <TextLink to={list.path}>{list.title}</TextLink>} />
          <BreadcrumbItem isActive>{title}</BreadcrumbItem>
        </Breadcrumb>
      </PageBreadcrumb>
      <PageSection hasBodyWrapper={false}>
        <Split hasGutter isWrappable>
          <SplitItem>
            <PageTitle>{title}</PageTitle>
          </SplitItem>
          <SplitItem isFilled>{status}</SplitItem>
          {shown.length > 0 && (
            <SplitItem>
              <ActionList>
                <ActionListGroup>
                  {shown.map((action, index) => (
                    <ActionListItem key={index}>{action}</ActionListItem>
                  ))}
                </ActionListGroup>
              </ActionList>
            </SplitItem>
          )}
        </Split>
        {lead && <Content component="p">{lead}</Content>}
      </PageSection>
    </>
  );
}
