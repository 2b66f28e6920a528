import { Button } from '@patternfly/react-core';
import { CubesIcon, PlusCircleIcon, SearchIcon } from '@patternfly/react-icons';
import type { ComponentType, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Empty } from '../empty.tsx';

export interface EmptyText {
  readonly title: string;
  /** Explains what will appear here and how. */
  readonly body: ReactNode;
  readonly action?: ReactNode;
  /** Defaults to a plus if there is an action. */
  readonly icon?: ComponentType;
}

export function NothingYet({ title, body, action, icon }: EmptyText) {
  const usual = action ? PlusCircleIcon : CubesIcon;
  return <Empty title={title} body={body} actions={action} icon={icon ?? usual} />;
}

export function NoResults({ onClear }: { readonly onClear: () => void }) {
  const { t } = useTranslation();
  return (
    <Empty
      variant="sm"
      icon={SearchIcon}
      title={t('table.noResults')}
      body={t('table.noResultsBody')}
      actions={
        <Button variant="link" onClick={onClear}>
          {t('table.clearFilters')}
        </Button>
      }
    />
  );
}
