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
  /** Explains what appears here and how. */
  readonly body: ReactNode;
  readonly action?: ReactNode;
  /** By default a plus if there is an action. */
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

/** Items exist, but the filters match none. */
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
