/** Single sign-on by OpenID Connect, for both consoles. */
import type { SessionConsole } from '@gpulease/contract/enums';
import type { singleSignOnOperations } from '@gpulease/contract/operations/single-sign-on';
import type { Body } from '@gpulease/contract/routes';
import { withTransaction } from '../../database/database.ts';
import { toProductError } from '../../http/error-answer.ts';
import type { Caller, Handlers, RequestContext } from '../../http/handler.ts';
import { ProductError } from '../../http/product-error.ts';
import { audit } from '../../audit/audit.ts';
import { startSession } from '../sign-in-handlers.ts';
import { deviceOf, originOf } from '../origin.ts';
import { proveOwner } from '../prove-owner.ts';
import type { IdentityServices } from '../services.ts';
import { userById } from '../users.ts';
import { keepAttempt, takeAttempt } from './attempts.ts';
import { wordsOf } from './failure.ts';
import { isLinked } from './identities.ts';
import type { OidcProvider } from './provider.ts';
import { finishSignOn, type SignOnOutcome } from './sign-in.ts';

export interface SingleSignOn {
  readonly provider: OidcProvider;
  /** Whether a first sign-in makes an account at once, without invite code and phone. */
  readonly autoCreate: boolean;
}

interface OidcContext extends RequestContext {
  readonly caller: Caller | undefined;
}
interface SignedInContext extends RequestContext {
  readonly caller: Caller;
}

const homes = { user: '/workloads', admin: '/admin/overview' } as const;
const logins = { user: '/login', admin: '/admin/login' } as const;
const ownPages = { user: '/profile', admin: '/admin/password' } as const;
const callbacks = { user: '/api/v1/auth/oidc/callback', admin: '/api/v1/admin/auth/oidc/callback' } as const;

/** Without a provider nobody is linked, there is nothing to link (NOT_FOUND), and a sign-in ends at the login page. */
export function oidcHandlers(
  services: IdentityServices,
  singleSignOn: SingleSignOn | undefined,
): Handlers<typeof singleSignOnOperations> {
  const consoleHandlers = (console: SessionConsole) => ({
    start: ({ query }: { query: { returnTo?: string | undefined } }, context: OidcContext) =>
      orLogin(console, context, async () => {
        await services.rateLimits.consume('oidc', context.address);
        const returnTo = ownPath(query.returnTo) ?? homes[console];
        return startSignOn(
          services,
          required(singleSignOn),
          { console, returnTo, linkUserId: null },
          context,
        );
      }),
    finish: ({ query }: { query: Record<string, unknown> }, context: OidcContext) =>
      orLogin(console, context, () => finish(services, required(singleSignOn), { console, query }, context)),
    getLink: async (_: unknown, { caller }: SignedInContext) => ({
      linked:
        singleSignOn !== undefined &&
        (await isLinked(services.database, singleSignOn.provider.issuer, caller.id)),
      hasPassword: (await userById(services.database, caller.id)).has_password,
    }),
    link: async ({ body }: { body: Body<'linkOidc'> }, context: SignedInContext) => {
      const offered = orNotFound(singleSignOn);
      await proveOwner(services, context.caller, body.currentPassword);
      const purpose = { console, returnTo: ownPages[console], linkUserId: context.caller.id };
      return startSignOn(services, offered, purpose, context);
    },
    unlink: (_: unknown, context: SignedInContext) => unlink(services, orNotFound(singleSignOn), context),
  });
  const [user, admin] = [consoleHandlers('user'), consoleHandlers('admin')];
  return {
    startOidc: user.start,
    finishOidc: user.finish,
    getOidcLink: user.getLink,
    linkOidc: user.link,
    unlinkOidc: user.unlink,
    startAdminOidc: admin.start,
    finishAdminOidc: admin.finish,
    getAdminOidcLink: admin.getLink,
    linkAdminOidc: admin.link,
    unlinkAdminOidc: admin.unlink,
  };
}

function required(singleSignOn: SingleSignOn | undefined): SingleSignOn {
  if (!singleSignOn) throw new ProductError('CONFIG_ERROR');
  return singleSignOn;
}

function orNotFound(singleSignOn: SingleSignOn | undefined): SingleSignOn {
  if (!singleSignOn) throw new ProductError('NOT_FOUND');
  return singleSignOn;
}

interface OidcPurpose {
  readonly console: SessionConsole;
  readonly returnTo: string;
  readonly linkUserId: string | null;
}

/** Sends the browser to the provider. */
async function startSignOn(
  { database, clock }: IdentityServices,
  { provider }: SingleSignOn,
  purpose: OidcPurpose,
  { cookies, origin }: RequestContext,
): Promise<{ location: string }> {
  const checks = provider.createChecks();
  const url = await provider.authorizationUrl(origin + callbacks[purpose.console], checks);
  await keepAttempt(database, { ...purpose, ...checks, device: deviceOf(cookies) }, clock.now());
  return { location: url.href };
}

/** Takes the browser back. A state that is not this browser's, or was used, is refused. */
async function finish(
  services: IdentityServices,
  { provider, autoCreate }: SingleSignOn,
  { console, query }: { console: SessionConsole; query: Record<string, unknown> },
  context: OidcContext,
): Promise<{ location: string }> {
  const origin = originOf(context);
  const state = typeof query.state === 'string' ? query.state : '';
  const key = { state, device: origin.device, console };
  const attempt = await takeAttempt(services.database, key, services.clock.now());
  const isOther = attempt?.linkUserId && attempt.linkUserId !== context.caller?.id;
  if (!attempt || isOther) throw new ProductError('PERMISSION_DENIED');
  const callback = new URL(context.origin + callbacks[console]);
  for (const [name, value] of Object.entries(query)) callback.searchParams.set(name, String(value));
  const subject = await provider.identify(callback, attempt);
  const outcome = await finishSignOn(services, {
    attempt,
    subject,
    origin,
    autoCreate,
    caller: context.caller,
  });
  if (outcome.kind === 'signedIn') await startSession(services, context, console, outcome.signedIn);
  return { location: destinationOf(outcome, attempt.returnTo) };
}

function destinationOf(outcome: SignOnOutcome, returnTo: string): string {
  if (outcome.kind !== 'registration') return returnTo;
  return `/register?${new URLSearchParams({ oidcToken: outcome.token, returnTo }).toString()}`;
}

/** Throws FORBIDDEN for an account without a password, which nobody could sign in to afterwards. */
async function unlink(
  { database, clock, notifyOfAccount }: IdentityServices,
  { provider: { issuer } }: SingleSignOn,
  context: SignedInContext,
): Promise<undefined> {
  const { id, username: actor, role } = context.caller;
  const { has_password: hasPassword } = await userById(database, id);
  if (!hasPassword) throw new ProductError('FORBIDDEN');
  await withTransaction(database, async (transaction) => {
    const { numDeletedRows } = await transaction
      .deleteFrom('oidc_identity')
      .where('user_id', '=', id)
      .where('issuer', '=', issuer)
      .executeTakeFirst();
    if (numDeletedRows === 0n) return;
    if (role === 'USER') await notifyOfAccount(transaction, { userId: id, kind: 'SIGN_ON_UNLINKED' });
    await audit(transaction, 'UNLINK_OIDC', { at: clock.now(), actor, origin: context });
  });
  return undefined;
}

/** JSON is no use during a redirect: the sign-in page shows the failure, and the log has the reason. */
async function orLogin(
  console: SessionConsole,
  { log }: OidcContext,
  work: () => Promise<{ location: string }>,
): Promise<{ location: string }> {
  try {
    return await work();
  } catch (error) {
    const { code, status, details } = toProductError(error);
    if (status >= 500 && code === 'INTERNAL') throw error;
    log.warn({ console, code, causes: wordsOf(error) }, 'A single sign-on failed');
    const failure = { failure: code, ...(details?.reason && { reason: details.reason }) };
    return { location: `${logins[console]}?${new URLSearchParams(failure).toString()}` };
  }
}

/** A path on this portal, or nothing. */
function ownPath(path: string | undefined): string | undefined {
  if (!path?.startsWith('/') || !URL.canParse(path, 'https://own.invalid')) return undefined;
  const url = new URL(path, 'https://own.invalid');
  const isOwn = url.origin === 'https://own.invalid' && !url.pathname.startsWith('//');
  return isOwn ? url.pathname + url.search : undefined;
}
