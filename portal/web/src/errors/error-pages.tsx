import {
  Bullseye,
  EmptyState,
  EmptyStateActions,
  EmptyStateBody,
  EmptyStateFooter,
} from '@patternfly/react-core';
import { ExclamationTriangleIcon, LockIcon, SearchIcon } from '@patternfly/react-icons';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../ui/links.tsx';

type Kind = 'forbidden' | 'notFound' | 'unexpected';

const icons: Record<Kind, ComponentType> = {
  forbidden: LockIcon,
  notFound: SearchIcon,
  unexpected: ExclamationTriangleIcon,
};

const codes: Partial<Record<Kind, string>> = { forbidden: '403', notFound: '404' };

function ErrorPage({ kind }: { readonly kind: Kind }) {
  const { t } = useTranslation();
  const title = t(`errors.${kind}`);
  return (
    <Bullseye>
      <EmptyState
        headingLevel="h1"
        icon={icons[kind]}
        titleText={codes[kind] ? `${codes[kind]} · ${title}` : title}
      >
        <EmptyStateBody>{t(`errors.${kind}Body`)}</EmptyStateBody>
        <EmptyStateFooter>
          <EmptyStateActions>
            <LinkButton to="/">{t('errors.backHome')}</LinkButton>
          </EmptyStateActions>
        </EmptyStateFooter>
      </EmptyState>
    </Bullseye>
  );
}

/** /403: the page exists, but not for this visitor. */
export function ForbiddenPage() {
  return <ErrorPage kind="forbidden" />;
}

/** /404 and every unknown path. */
export function NotFoundPage() {
  return <ErrorPage kind="notFound" />;
}

/** When a page breaks. */
export function UnexpectedErrorPage() {
  return <ErrorPage kind="unexpected" />;
}
