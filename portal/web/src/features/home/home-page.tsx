import { ActionList, ActionListGroup, Content, PageSection, Stack } from '@patternfly/react-core';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../api/config.ts';
import { useSession } from '../../session/session.ts';
import { guides, useDocsAddress } from '../../ui/docs.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { LinkButton, TextLink } from '../../ui/links.tsx';
import { LoadingPage } from '../../ui/loading.tsx';
import { useTitle } from '../../ui/page-title.tsx';
import { SUPPORT_PATH } from '../../ui/support-text.tsx';
import { GpuComparison } from '../offers/gpu-comparison.tsx';
import { Introduction } from './introduction.tsx';

/** Lazy because visitors do not need it. */
const OwnHome = lazyPart(
  async () => (await import('./own-home.tsx')).OwnHome,
  <PageSection isFilled>
    <LoadingPage />
  </PageSection>,
);

/** /: a customer's machines or, for visitors, an introduction to the product. Both show the current offers. */
export function HomePage() {
  const session = useSession('user');
  if (session.isPending) return <LoadingPage />;
  return (
    <>
      {session.data?.user ? <OwnHome /> : <Welcome />}
      <HomeFooter />
    </>
  );
}

function Welcome() {
  const { t } = useTranslation();
  useTitle(t('home.title'));
  return (
    <>
      <PageSection>
        <Stack hasGutter>
          <Content>
            <h1>{t('home.title')}</h1>
            <p>{t('home.lead')}</p>
          </Content>
          <ActionList>
            <ActionListGroup>
              <LinkButton to="/register" size="lg">
                {t('home.start')}
              </LinkButton>
              <LinkButton to="/login" variant="secondary" size="lg">
                {t('auth.signIn')}
              </LinkButton>
            </ActionListGroup>
          </ActionList>
        </Stack>
      </PageSection>
      <PageSection>
        <GpuComparison />
      </PageSection>
      <Introduction />
    </>
  );
}

function HomeFooter() {
  const { t } = useTranslation();
  const { sandbox, support, version } = useConfig();
  const addressOf = useDocsAddress();
  const parts = [
    <TextLink to="/terms">{t('terms.title')}</TextLink>,
    addressOf && <a href={addressOf(guides.user)}>{t('shell.guide', { context: 'user' })}</a>,
    support && <TextLink to={SUPPORT_PATH}>{t('support.title')}</TextLink>,
    sandbox && <TextLink to="/test">{t('sandbox.title')}</TextLink>,
    <TextLink to="/admin/login">{t('auth.adminTitle')}</TextLink>,
    version,
  ].filter(Boolean);
  return (
    <PageSection variant="secondary">
      <Content component="small">
        {parts.map((part, index) => (
          <Fragment key={index}>
            {index > 0 && ' · '}
            {part}
          </Fragment>
        ))}
      </Content>
    </PageSection>
  );
}
