import {
  ActionList,
  ActionListGroup,
  ActionListItem,
  Content,
  PageSection,
  Stack,
  StackItem,
} from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../api/config.ts';
import { useSession } from '../../session/session.ts';
import { LinkButton, TextLink } from '../../ui/links.tsx';
import { guides, useDocsAddress } from '../../ui/docs.ts';
import { SUPPORT_PATH } from '../../ui/support-path.ts';
import { useTitle } from '../../ui/page-title.tsx';
import { GpuComparison } from './gpu-comparison.tsx';
import { Introduction } from './introduction.tsx';

/** /: shows the current offers, and introduces the product to those who are not signed in. */
export function HomePage() {
  const { t } = useTranslation();
  const isSignedIn = useSession('user').data?.user != null;
  useTitle(t('home.title'));
  return (
    <>
      <PageSection>
        <Hero isSignedIn={isSignedIn} />
      </PageSection>
      <PageSection isFilled={isSignedIn}>
        <GpuComparison />
      </PageSection>
      {!isSignedIn && <Introduction />}
      <HomeFooter />
    </>
  );
}

function Hero({ isSignedIn }: { readonly isSignedIn: boolean }) {
  const { t } = useTranslation();
  return (
    <Stack hasGutter>
      <StackItem>
        <Content>
          <h1>{t('home.title')}</h1>
          <p>{t('home.lead')}</p>
        </Content>
      </StackItem>
      <StackItem>
        <ActionList>
          <ActionListGroup>
            <ActionListItem>
              <LinkButton to={isSignedIn ? '/workloads/create' : '/register'} size="lg">
                {isSignedIn ? t('workload.create') : t('home.start')}
              </LinkButton>
            </ActionListItem>
            {!isSignedIn && (
              <ActionListItem>
                <LinkButton to="/login" variant="secondary" size="lg">
                  {t('auth.signIn')}
                </LinkButton>
              </ActionListItem>
            )}
          </ActionListGroup>
        </ActionList>
      </StackItem>
    </Stack>
  );
}

function HomeFooter() {
  const { t } = useTranslation();
  const { sandbox, support, version } = useConfig();
  const addressOf = useDocsAddress();
  return (
    <PageSection variant="secondary">
      <Content component="small">
        <TextLink to="/terms">{t('terms.title')}</TextLink>
        {' · '}
        {addressOf && (
          <>
            <a href={addressOf(guides.user)}>{t('shell.guide', { context: 'user' })}</a>
            {' · '}
          </>
        )}
        {support && (
          <>
            <TextLink to={SUPPORT_PATH}>{t('support.title')}</TextLink>
            {' · '}
          </>
        )}
        {sandbox && (
          <>
            <TextLink to="/test">{t('sandbox.title')}</TextLink>
            {' · '}
          </>
        )}
        <TextLink to="/admin/login">{t('auth.adminTitle')}</TextLink>
        {' · '}
        {version}
      </Content>
    </PageSection>
  );
}
