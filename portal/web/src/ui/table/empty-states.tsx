import {
  Button,
  EmptyState,
  EmptyStateActions,
  EmptyStateBody,
  EmptyStateFooter,
} from '@patternfly/react-core';
import { CubesIcon, PlusCircleIcon, SearchIcon } from '@patternfly/react-icons';
import type { ComponentType, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export interface EmptyText {
  readonly title: string;
  /** What belongs here and how it gets here. */
  readonly body: string;
  readonly action?: ReactNode;
  /** A plus where there is an action unless told. */
  readonly icon?: ComponentType;
}

/** Nothing exists yet. */
export function NothingYet({ title, body, action, icon }: EmptyText) {
  const usual = action ? PlusCircleIcon : CubesIcon;
  return (
    <EmptyState titleText={title} headingLevel="h2" icon={icon ?? usual}>
      <EmptyStateBody>{body}</EmptyStateBody>
      {action && (
        <EmptyStateFooter>
          <EmptyStateActions>{action}</EmptyStateActions>
        </EmptyStateFooter>
      )}
    </EmptyState>
  );
}

/** Things exist, but none that the filters let through. */
export function NoResults({ onClear }: { readonly onClear: () => void }) {
  const { t } = useTranslation();
  return (
    <EmptyState titleText={t('table.noResults')} headingLevel="h2" icon={SearchIcon} variant="sm">
      <EmptyStateBody>{t('table.noResultsBody')}</EmptyStateBody>
      <EmptyStateFooter>
        <EmptyStateActions>
          <Button variant="link" onClick={onClear}>
            {t('table.clearFilters')}
          </Button>
        </EmptyStateActions>
      </EmptyStateFooter>
    </EmptyState>
  );
}
