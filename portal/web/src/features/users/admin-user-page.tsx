import type { User } from '@gpulease/contract/users';
import { Button, PageSection, Stack, DescriptionList } from '@patternfly/react-core';
import { useState, type ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { useApi } from '../../api/queries.ts';
import { useWords } from '../../i18n/words.ts';
import { useSession } from '../../session/session.ts';
import { NotFoundPage } from '../../ui/errors/error-pages.tsx';
import { DetailsHeader } from '../../ui/details-header.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { StatusLabel } from '../../ui/status-label.tsx';
import { UrlTabs } from '../../ui/url-tabs.tsx';
import { TitledCard } from '../../ui/titled-card.tsx';
import { AccountAction } from './account-action.tsx';
import { oppositeOf, UserStatusDialog } from './user-status-dialog.tsx';
import { Fact, MoneyFact } from '../../ui/fact.tsx';

const AdjustBalanceDialog = lazyDialog(
  async () => (await import('../billing/operator/adjust-balance-dialog.tsx')).AdjustBalanceDialog,
);
const UserForm = lazyPart(async () => (await import('./user-form.tsx')).UserForm);
const UserQuotas = lazyPart(async () => (await import('./user-quotas.tsx')).UserQuotas);
const UserWorkloads = lazyPart(async () => (await import('./user-lists.tsx')).UserWorkloads);
const UserBillings = lazyPart(async () => (await import('./user-lists.tsx')).UserBillings);
const UserAudit = lazyPart(async () => (await import('./user-lists.tsx')).UserAudit);
const UserApiTokens = lazyPart(async () => (await import('./user-lists.tsx')).UserApiTokens);
const UserSessions = lazyPart(async () => (await import('./user-lists.tsx')).UserSessions);

/** /admin/users/edit/:name: one account. */
export function AdminUserPage() {
  const { name = '' } = useParams();
  const list = useUserList();
  const query = useApi('getUser', { params: { username: name } });
  return (
    <Loaded query={query} missing={<NotFoundPage list={list} wasThere={query.data !== undefined} />}>
      {(user) => <UserDetails key={user.username} user={user} />}
    </Loaded>
  );
}

function useUserList() {
  const { t } = useWords();
  return { title: t('navigation.admin.users'), path: '/admin/users' };
}

function UserDetails({ user }: { readonly user: User }) {
  const { t } = useWords();
  const { username, role, status } = user;
  const myself = useSession('admin').data?.user?.username;
  const [isToggling, setToggling] = useState(false);
  const [isAdjusting, setAdjusting] = useState(false);
  return (
    <>
      <DetailsHeader
        list={useUserList()}
        title={username}
        status={<StatusLabel kind="activity" status={status} />}
        actions={[
          isCustomer(user) && <OrderLink key="order" {...user} />,
          role === 'USER' && (
            <Button key="adjust" variant="secondary" onClick={() => setAdjusting(true)}>
              {t('payments.adjust')}
            </Button>
          ),
          // Operators cannot remove each other's second factors here.
          role === 'USER' && user.secondFactor && (
            <AccountAction key="second-factor" action="secondFactor" username={username} />
          ),
          username !== myself && (
            <Button key="status" variant="secondary" onClick={() => setToggling(true)}>
              {t(`catalogue.toggle.${oppositeOf(status)}`)}
            </Button>
          ),
        ]}
      />
      <UrlTabs label={username} tabs={useUserTabs(user)} />
      {isAdjusting && <AdjustBalanceDialog username={username} onClose={() => setAdjusting(false)} />}
      {isToggling && <UserStatusDialog user={user} onClose={() => setToggling(false)} />}
    </>
  );
}

/** The tabs of an account. Operators have no machines, money or tokens. */
function useUserTabs(user: User) {
  const { t } = useWords();
  const { username } = user;
  const isUser = user.role === 'USER';
  const tab = (key: string, title: string, content: ReactNode) => ({ key, title, content });
  return [
    tab('account', t('profile.account'), <Account user={user} />),
    isUser && tab('workloads', t('navigation.admin.workloads'), <UserWorkloads username={username} />),
    isUser && tab('billing', t('navigation.admin.billings'), <UserBillings username={username} />),
    tab('sessions', t('profile.sessions'), <UserSessions username={username} />),
    isUser && tab('api-tokens', t('profile.apiTokens'), <UserApiTokens username={username} />),
    tab('audit', t('navigation.admin.audit'), <UserAudit username={username} />),
  ].filter((shown) => shown !== false);
}

const isCustomer = ({ role, status }: User): boolean => role === 'USER' && status === 'active';

function OrderLink({ username }: User) {
  const { t } = useWords();
  const search = new URLSearchParams({ user: username });
  return (
    <LinkButton variant="secondary" to={`/admin/workloads/create?${search.toString()}`}>
      {t('workload.create')}
    </LinkButton>
  );
}

function Account({ user }: { readonly user: User }) {
  const { t } = useWords();
  return (
    <PageSection hasBodyWrapper={false}>
      <Stack hasGutter>
        <TitledCard title={t('profile.account')}>
          <UserFacts user={user} />
        </TitledCard>
        {user.role === 'USER' && (
          <TitledCard title={t('quota.title')}>
            <UserQuotas username={user.username} />
          </TitledCard>
        )}
        <TitledCard title={t('user.contact')}>
          <UserForm user={user} />
        </TitledCard>
      </Stack>
    </PageSection>
  );
}

function UserFacts({ user }: { readonly user: User }) {
  const { t, format } = useWords();
  return (
    <DescriptionList isHorizontal>
      <Fact term={t('user.role')}>{t(`role.${user.role}`)}</Fact>
      {user.balance !== null && (
        <>
          <MoneyFact term={t('balance.balance')} amount={user.balance} />
          <MoneyFact term={t('balance.available')} amount={user.available ?? '0.00'} />
          <Fact term={t('navigation.admin.workloads')}>{user.workloads}</Fact>
        </>
      )}
      <Fact term={t('secondFactor.title')}>
        {t(user.secondFactor ? 'user.secondFactor.on' : 'user.secondFactor.off')}
      </Fact>
      <Fact term={t('common.createdAt')}>{format.dateTime(user.createdAt)}</Fact>
      <Fact term={t('user.lastLoginAt')}>{user.lastLoginAt && format.dateTime(user.lastLoginAt)}</Fact>
    </DescriptionList>
  );
}
