import { Card, CardBody, CardTitle, PageSection, Stack, StackItem, Title } from '@patternfly/react-core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../api/queries.ts';
import { FailureState } from '../../errors/failure-state.tsx';
import { LoadingPage } from '../../ui/loading.tsx';
import { UrlTabs } from '../../ui/url-tabs.tsx';
import { CaptchaProvider } from '../auth/captcha-dialog.tsx';
import { AccountFacts } from './account-facts.tsx';
import { PasswordForm } from './password-form.tsx';
import { PhoneForm } from './phone-form.tsx';
import { SshKeys } from './ssh-keys.tsx';

/** /profile: the account, its password, phone and SSH keys. */
export function ProfilePage() {
  const { t } = useTranslation();
  const { data: me, error, refetch } = useApi('getMe');
  if (error && !me) return <FailureState failure={error} onRetry={() => void refetch()} />;
  if (!me) return <LoadingPage />;
  return (
    <CaptchaProvider>
      <PageSection hasBodyWrapper={false}>
        <Title headingLevel="h1" size="2xl">
          {t('navigation.user.profile')}
        </Title>
      </PageSection>
      <UrlTabs
        label={t('navigation.user.profile')}
        tabs={[
          {
            key: 'account',
            title: t('profile.account'),
            content: (
              <PageSection hasBodyWrapper={false}>
                <Stack hasGutter>
                  <StackItem>
                    <Section title={t('profile.account')}>
                      <AccountFacts me={me} />
                    </Section>
                  </StackItem>
                  <StackItem>
                    <Section title={t('profile.changePassword')}>
                      <PasswordForm console="user" />
                    </Section>
                  </StackItem>
                  <StackItem>
                    <Section title={t('profile.changePhone')}>
                      <PhoneForm />
                    </Section>
                  </StackItem>
                </Stack>
              </PageSection>
            ),
          },
          { key: 'ssh-keys', title: t('profile.sshKeys'), content: <SshKeys /> },
        ]}
      />
    </CaptchaProvider>
  );
}

interface SectionProps {
  readonly title: string;
  readonly children: ReactNode;
}

function Section({ title, children }: SectionProps) {
  return (
    <Card>
      <CardTitle component="h2">{title}</CardTitle>
      <CardBody>{children}</CardBody>
    </Card>
  );
}
