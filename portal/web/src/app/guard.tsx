import type { Session } from '@gpulease/contract/auth';
import type { SessionConsole } from '@gpulease/contract/enums';
import { useEffect, useState, type ReactNode } from 'react';
import { Navigate, Outlet, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { lazyPart } from '../ui/lazy-part.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { LoadingPage } from '../ui/loading.tsx';
import { Covered } from '../ui/navigation-guard.tsx';
import { useToasts } from '../ui/toasts.tsx';
import { loginPath, ownPath } from '../session/return-to.ts';
import {
  dropDraft,
  hasSignedOut,
  isOperatorsTab,
  noteOperator,
  useForgetSignOut,
  useSession,
} from '../session/session.ts';

export const ADMIN_PASSWORD_PATH = '/admin/password';

const homes = { user: '/workloads', admin: '/admin/overview' } as const;

const SignInDialog = lazyPart(
  async () => (await import('../features/sign-in/sign-in-dialog.tsx')).SignInDialog,
  null,
);

/** Lets signed-in customers through; others sign in and return. */
export function RequireUser() {
  const session = useSession('user');
  const here = useHere();
  return (
    <Loaded query={session}>
      {({ user }) => (
        <OwnPages console="user" user={user} otherwise={<Navigate replace to={signInPath('user', here)} />}>
          <Outlet />
        </OwnPages>
      )}
    </Loaded>
  );
}

/** Lets operators through. Others sign in to the admin console and return; customers get a 403. */
export function RequireAdmin() {
  const session = useSession('admin');
  const isOperator = session.data?.user != null;
  useEffect(() => {
    if (isOperator) noteOperator();
  }, [isOperator]);
  return (
    <Loaded query={session}>
      {({ user }) => (
        <OwnPages console="admin" user={user} otherwise={<NoOperator />}>
          <OwnSecurity user={user} />
        </OwnPages>
      )}
    </Loaded>
  );
}

function NoOperator() {
  const customer = useSession('user');
  const here = useHere();
  if (customer.isPending) return <LoadingPage />;
  const isRefused = customer.data?.user && !isOperatorsTab();
  return <Navigate replace to={isRefused ? '/403' : signInPath('admin', here)} />;
}

/** Returns the sign-in page. After a sign-out it does not lead back to the open page: the next user may be another. */
function signInPath(console: SessionConsole, here: string): string {
  return loginPath(console, hasSignedOut(console) ? undefined : here);
}

interface OwnPagesProps {
  readonly console: SessionConsole;
  readonly user: Session['user'];
  /** Shown to visitors instead of the pages. */
  readonly otherwise: ReactNode;
  readonly children: ReactNode;
}

/** The pages of one user. If the session is lost, they stay below a sign-in dialog; another user never sees them. */
function OwnPages({ console, user, otherwise, children }: OwnPagesProps) {
  const username = user?.username;
  const [owner, setOwner] = useState(username);
  const navigate = useNavigate();
  const signIn = signInPath(console, useHere());
  if (username === undefined) {
    if (owner === undefined || hasSignedOut(console)) return otherwise;
  } else if (owner === undefined) setOwner(username);
  else if (username !== owner) return <ToHome console={console} username={username} onThere={setOwner} />;
  const isLost = !user;
  return (
    <>
      <Covered value={isLost}>{children}</Covered>
      {isLost && (
        <SignInDialog console={console} username={owner ?? ''} onClose={() => void navigate(signIn)} />
      )}
    </>
  );
}

interface ToHomeProps extends Pick<OwnPagesProps, 'console'> {
  readonly username: string;
  readonly onThere: (username: string) => void;
}

/** After another user signs in: drops the first user's input and toasts, and goes to the home page. */
function ToHome({ console, username, onThere }: ToHomeProps) {
  const navigate = useNavigate();
  const { clear } = useToasts();
  const { key } = useLocation();
  const [left] = useState(key);
  useEffect(() => {
    if (key !== left) return onThere(username);
    clear();
    dropDraft(console);
    void navigate(homes[console], { replace: true });
  }, [console, username, onThere, navigate, clear, key, left]);
  return <LoadingPage />;
}

/** Sends operators with a generated password, or without a required second factor, to the page that fixes it. */
function OwnSecurity({ user }: Pick<OwnPagesProps, 'user'>) {
  const here = useHere();
  const isDue = user?.mustChangePassword === true || user?.mustSetUpSecondFactor === true;
  if (isDue && here !== ADMIN_PASSWORD_PATH) return <Navigate replace to={ADMIN_PASSWORD_PATH} />;
  return <Outlet />;
}

/** The sign-in pages. Users who are already signed in return to where they came from. */
export function ForVisitors({ console }: { readonly console: SessionConsole }) {
  useForgetSignOut(console);
  const session = useSession(console);
  const [params] = useSearchParams();
  if (session.isPending) return <LoadingPage />;
  if (session.data?.user) return <Navigate replace to={ownPath(params.get('returnTo')) ?? homes[console]} />;
  return <Outlet />;
}

function useHere(): string {
  const { pathname, search } = useLocation();
  return pathname + search;
}
