import type { Me } from '@gpulease/contract/me';
import { PageSection, Stack, StackItem, DescriptionList } from '@patternfly/react-core';
import type { ReactNode } from 'react';
import { useWords } from '../../i18n/words.ts';
import { CaptchaProvider } from '../sign-in/captcha-dialog.tsx';
import { useConfig } from '../../api/config.ts';
import { useApi } from '../../api/queries.ts';
import { Fact } from '../../ui/fact.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { StatusLabel } from '../../ui/status-label.tsx';
import { TabbedPage } from '../../ui/url-tabs.tsx';
import { TitledCard } from '../../ui/titled-card.tsx';
import { EmailForm, LanguageForm, PhoneForm } from './contact-forms.tsx';
import { PasswordForm } from './password-form.tsx';

const QuotaUse = lazyPart(async () => (await import('./quota-use.tsx')).QuotaUse);
const BalanceAlertForm = lazyPart(async () => (await import('./balance-alert-form.tsx')).BalanceAlertForm);
const SpendingLimits = lazyPart(async () => (await import('./spending-limits.tsx')).SpendingLimits);
const RestartSwitch = lazyPart(async () => (await import('./restart-switch.tsx')).RestartSwitch);
const SingleSignOnLink = lazyPart(async () => (await import('./single-sign-on-link.tsx')).SingleSignOnLink);
const SecondFactor = lazyPart(async () => (await import('./second-factor/second-factor.tsx')).SecondFactor);
const ApiTokens = lazyPart(async () => (await import('./api-tokens.tsx')).ApiTokens);
const SshKeys = lazyPart(async () => (await import('./ssh-keys.tsx')).SshKeys);
const Sessions = lazyPart(async () => (await import('./sessions.tsx')).Sessions);

/** /profile: account settings, sessions, SSH keys and API tokens. */
export function ProfilePage() {
  const { t } = useWords();
  return (
    <CaptchaProvider>
      <TabbedPage
        title={t('navigation.user.profile')}
        tabs={[
          { key: 'account', title: t('profile.account'), content: <Account /> },
          { key: 'sessions', title: t('profile.sessions'), content: <Sessions /> },
          { key: 'ssh-keys', title: t('profile.sshKeys'), content: <SshKeys /> },
          { key: 'api-tokens', title: t('profile.apiTokens'), content: <ApiTokens /> },
        ]}
      />
    </CaptchaProvider>
  );
}

const card = (title: string, content: ReactNode) => <TitledCard title={title}>{content}</TitledCard>;

function Account() {
  const { t } = useWords();
  const { singleSignOn } = useConfig();
  return (
    <PageSection hasBodyWrapper={false}>
      <Loaded query={useApi('getMe')}>
        {(me) => (
          <Stack hasGutter>
            {card(t('profile.account'), <AccountFacts me={me} />)}
            {card(t('quota.title'), <QuotaUse />)}
            {card(t('limits.title'), <SpendingLimits />)}
            {card(t('profile.balanceAlert'), <BalanceAlertForm me={me} />)}
            {card(t('profile.changePassword'), <PasswordForm console="user" />)}
            {card(t('secondFactor.title'), <SecondFactor console="user" />)}
            {card(t('profile.changePhone'), <PhoneForm />)}
            {card(
              t(me.email === null ? 'profile.addEmail' : 'profile.changeEmail'),
              <EmailForm isFirst={me.email === null} />,
            )}
            {singleSignOn && card(t('auth.singleSignOn'), <SingleSignOnLink console="user" />)}
            {card(
              t('profile.preferences'),
              <Stack hasGutter>
                <StackItem>
                  <RestartSwitch me={me} />
                </StackItem>
                <LanguageForm me={me} />
              </Stack>,
            )}
          </Stack>
        )}
      </Loaded>
    </PageSection>
  );
}

function AccountFacts({ me }: { readonly me: Me }) {
  const { t, format } = useWords();
  return (
    <DescriptionList isHorizontal>
      <Fact term={t('auth.username')}>{me.username}</Fact>
      <Fact term={t('auth.phone')}>{me.phone}</Fact>
      <Fact term={t('profile.email')}>{me.email}</Fact>
      <Fact term={t('common.status')}>
        <StatusLabel kind="activity" status={me.status} />
      </Fact>
      <Fact term={t('common.createdAt')}>{format.dateTime(me.createdAt)}</Fact>
    </DescriptionList>
  );
}
