import type { Session } from '@gpulease/contract/auth';
import type { SessionConsole } from '@gpulease/contract/enums';
import { Fragment, useEffect } from 'react';
import { Navigate, Outlet, useLocation, useSearchParams } from 'react-router-dom';
import { FailureState } from '../ui/errors/failure-state.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { LoadingPage } from '../ui/loading.tsx';
import { loginPath, ownPath } from '../session/return-to.ts';
import {
  hasSignedOut,
  isOperatorsTab,
  noteOperator,
  useForgetSignOut,
  useSession,
} from '../session/session.ts';

export const ADMIN_PASSWORD_PATH = '/admin/password';

/** Lets signed-in customers through; others sign in and come back. Nothing on the page survives a change of user. */
export function RequireUser() {
  const session = useSession('user');
  const here = useHere();
  return (
    <Loaded query={session}>
      {({ user }) =>
        user ? (
          <Fragment key={user.username}>
            <Outlet />
          </Fragment>
        ) : (
          <Navigate replace to={signInPath('user', here)} />
        )
      }
    </Loaded>
  );
}

/**
 * Lets signed-in operators through. Visitors sign in to the admin console and come back, and so do operators whose session
 * has ended, even if they are signed in as a customer, too. Everybody else who is only a customer is refused.
 */
export function RequireAdmin() {
  const admin = useSession('admin');
  const user = useSession('user');
  const here = useHere();
  const isOperator = admin.data?.user != null;
  useEffect(() => {
    if (isOperator) noteOperator();
  }, [isOperator]);
  if (admin.data?.user)
    return <OwnSecurity key={admin.data.user.username} user={admin.data.user} here={here} />;
  if (admin.error) return <FailureState failure={admin.error} onRetry={() => void admin.refetch()} />;
  if (!admin.data || user.isPending) return <LoadingPage />;
  const isRefused = user.data?.user && !isOperatorsTab();
  return <Navigate replace to={isRefused ? '/403' : signInPath('admin', here)} />;
}

/** The sign-in page. After a sign-out it does not lead back to the open page: the next user may be somebody else. */
function signInPath(console: SessionConsole, here: string): string {
  return loginPath(console, hasSignedOut(console) ? undefined : here);
}

interface OwnSecurityProps {
  readonly user: NonNullable<Session['user']>;
  readonly here: string;
}

/** Operators with a generated password or without a required second step settle that before anything else. */
function OwnSecurity({ user, here }: OwnSecurityProps) {
  const isDue = user.mustChangePassword || user.mustSetUpSecondFactor;
  if (isDue && here !== ADMIN_PASSWORD_PATH) return <Navigate replace to={ADMIN_PASSWORD_PATH} />;
  return <Outlet />;
}

interface ForVisitorsProps {
  readonly console: SessionConsole;
}

/** The sign-in pages: a user who is already signed in goes back to where they came from. */
export function ForVisitors({ console }: ForVisitorsProps) {
  useForgetSignOut(console);
  const session = useSession(console);
  const [params] = useSearchParams();
  const home = console === 'admin' ? '/admin/overview' : '/workloads';
  if (session.isPending) return <LoadingPage />;
  if (session.data?.user) return <Navigate replace to={ownPath(params.get('returnTo')) ?? home} />;
  return <Outlet />;
}

function useHere(): string {
  const { pathname, search } = useLocation();
  return pathname + search;
}
