import { Bullseye, Button } from '@patternfly/react-core';
import { RhUiLockFillIcon, RhUiWarningFillIcon, SearchIcon } from '@patternfly/react-icons';
import type { ComponentType, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Empty } from '../empty.tsx';
import { LinkButton } from '../links.tsx';
import { SupportText } from '../support-text.tsx';
import { useTitle } from '../page-title.tsx';

type Kind = 'forbidden' | 'notFound' | 'deleted' | 'offline' | 'unexpected';

const icons: Record<Kind, ComponentType> = {
  forbidden: RhUiLockFillIcon,
  notFound: SearchIcon,
  deleted: SearchIcon,
  offline: RhUiWarningFillIcon,
  unexpected: RhUiWarningFillIcon,
};

const codes: Partial<Record<Kind, string>> = { forbidden: '403', notFound: '404' };

interface ErrorPageProps {
  readonly kind: Kind;
  /** The list that would contain the missing object. */
  readonly list?: { readonly title: string; readonly path: string };
}

export function ErrorPage({ kind, list }: ErrorPageProps) {
  const { t } = useTranslation();
  useTitle(t(`errors.${kind}`));
  return (
    <Explained kind={kind}>
      {list && <LinkButton to={list.path}>{list.title}</LinkButton>}
      <LinkButton to="/" {...((kind === 'unexpected' || list) && { variant: 'link' })}>
        {t('shell.home')}
      </LinkButton>
    </Explained>
  );
}

/** Explains the error and shows where to go next. */
function Explained({ kind, children }: { readonly kind: Kind; readonly children: ReactNode }) {
  const { t } = useTranslation();
  const title = t(`errors.${kind}`);
  return (
    <Bullseye>
      <Empty
        headingLevel="h1"
        icon={icons[kind]}
        title={codes[kind] ? `${codes[kind]} · ${title}` : title}
        body={<SupportText>{t(`errors.${kind}Body`)}</SupportText>}
        actions={
          <>
            {kind === 'unexpected' && <ReloadButton />}
            {children}
          </>
        }
      />
    </Bullseye>
  );
}

interface NotFoundProps extends Pick<ErrorPageProps, 'list'> {
  /** Whether this page showed the object before. */
  readonly wasThere?: boolean;
}

/** The 404 page, for unknown paths and for objects that do not exist or no longer exist. */
export function NotFoundPage({ wasThere = false, ...props }: NotFoundProps) {
  return <ErrorPage kind={wasThere ? 'deleted' : 'notFound'} {...props} />;
}

/** Shown when something outside the pages crashes. Uses a plain link, because there may be no router. */
export function BrokenPart() {
  const { t } = useTranslation();
  return (
    <Explained kind="unexpected">
      <Button component="a" variant="link" href="/">
        {t('shell.home')}
      </Button>
    </Explained>
  );
}

export function ReloadButton() {
  const { t } = useTranslation();
  return <Button onClick={() => location.reload()}>{t('errors.reload')}</Button>;
}
