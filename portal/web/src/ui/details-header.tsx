import {
  ActionList,
  ActionListItem,
  Breadcrumb,
  BreadcrumbItem,
  PageBreadcrumb,
  PageSection,
  Split,
  SplitItem,
  Title,
} from '@patternfly/react-core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TextLink } from './links.tsx';

interface DetailsHeaderProps {
  readonly list: { readonly title: string; readonly path: string };
  readonly title: string;
  readonly status?: ReactNode;
  readonly actions?: readonly ReactNode[];
}

/** The top of an object's page: the way back, its name and status, what can be done. */
export function DetailsHeader({ list, title, status, actions = [] }: DetailsHeaderProps) {
  const { t } = useTranslation();
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
            <Title headingLevel="h1" size="2xl">
              {title}
            </Title>
          </SplitItem>
          <SplitItem isFilled>{status}</SplitItem>
          {actions.length > 0 && (
            <SplitItem>
              <ActionList>
                {actions.map((action, index) => (
                  <ActionListItem key={index}>{action}</ActionListItem>
                ))}
              </ActionList>
            </SplitItem>
          )}
        </Split>
      </PageSection>
    </>
  );
}
