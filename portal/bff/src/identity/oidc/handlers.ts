/** Single sign-on by OpenID Connect, for both consoles. */
import type { SessionConsole } from '@gpulease/contract/enums';
import type { singleSignOnOperations } from '@gpulease/contract/operations/single-sign-on';
import type { Body } from '@gpulease/contract/routes';
import { AuthorizationResponseError, ResponseBodyError } from 'openid-client';
import { withTransaction } from '../../database/database.ts';
import { toProductError } from '../../http/error-answer.ts';
import type { CallerContext, Handlers, RequestContext, VisitorContext } from '../../http/handler.ts';
import { ProductError } from '../../http/product-error.ts';
import { audit } from '../../audit/audit.ts';
import { startSession } from '../sign-in-handlers.ts';
import { actOf, deviceOf, knownDevice } from '../origin.ts';
import { proveOwner } from '../prove-owner.ts';
import type { IdentityServices } from '../services.ts';
import { userById } from '../users.ts';
import { keepAttempt, takeAttempt, type OidcAttempt } from './attempts.ts';
import { isLinked } from './identities.ts';
import type { OidcProvider } from './provider.ts';
import { finishSignOn, type SignOnOutcome } from './sign-in.ts';

export interface SingleSignOn {
  readonly provider: OidcProvider;
  /** Whether a first sign-in creates an account immediately, without invite code and phone. */
  readonly autoCreate: boolean;
}

const homes = { user: '/workloads', admin: '/admin/overview' } as const;
const logins = { user: '/login', admin: '/admin/login' } as const;
const ownPages = { user: '/profile', admin: '/admin/password' } as const;
const callbacks = { user: '/api/v1/auth/oidc/callback', admin: '/api/v1/admin/auth/oidc/callback' } as const;

/** Without a provider no account is linked, linking throws NOT_FOUND, and a sign-in redirects to the login page. */
export function oidcHandlers(
  services: IdentityServices,
  singleSignOn: SingleSignOn | undefined,
): Handlers<typeof singleSignOnOperations> {
  const consoleHandlers = (console: SessionConsole) => ({
    start: ({ query }: { query: { returnTo?: string | undefined } }, context: VisitorContext) =>
      orLogin(console, context, async () => {
        await services.rateLimits.consume('oidc', context.address);
        const returnTo = ownPath(query.returnTo) ?? homes[console];
        const purpose = { console, returnTo, linkUserId: null };
        return startSignOn(services, offered(singleSignOn, 'CONFIG_ERROR'), purpose, context);
      }),
    finish: ({ query }: { query: Record<string, unknown> }, context: VisitorContext) =>
      orLogin(console, context, () =>
        finish(services, offered(singleSignOn, 'CONFIG_ERROR'), { console, query }, context),
      ),
    getLink: async (_: unknown, { caller }: CallerContext) => ({
      linked:
        singleSignOn !== undefined &&
        (await isLinked(services.database, singleSignOn.provider.issuer, caller.id)),
      hasPassword: (await userById(services.database, caller.id)).has_password,
    }),
    link: async ({ body }: { body: Body<'linkOidc'> }, context: CallerContext) => {
      const signOn = offered(singleSignOn, 'NOT_FOUND');
      await proveOwner(services, context.caller, body.currentPassword);
      const purpose = { console, returnTo: ownPages[console], linkUserId: context.caller.id };
      return startSignOn(services, signOn, purpose, context);
    },
    unlink: (_: unknown, context: CallerContext) =>
      unlink(services, offered(singleSignOn, 'NOT_FOUND'), context),
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

/** Throws `code` if the deployment has no identity provider. */
function offered(singleSignOn: SingleSignOn | undefined, code: 'CONFIG_ERROR' | 'NOT_FOUND'): SingleSignOn {
  if (!singleSignOn) throw new ProductError(code);
  return singleSignOn;
}

/** Redirects the browser to the provider. */
async function startSignOn(
  { database, clock }: IdentityServices,
  { provider }: SingleSignOn,
  purpose: Pick<OidcAttempt, 'console' | 'returnTo' | 'linkUserId'>,
  { cookies, origin }: RequestContext,
): Promise<{ location: string }> {
  const checks = provider.createChecks();
  const url = await provider.authorizationUrl(origin + callbacks[purpose.console], checks);
  await keepAttempt(database, { ...purpose, ...checks, device: deviceOf(cookies) }, clock.now());
  return { location: url.href };
}

/** Handles the browser's return. Throws PERMISSION_DENIED if the state was used or belongs to another browser or user. */
async function finish(
  services: IdentityServices,
  { provider, autoCreate }: SingleSignOn,
  { console, query }: { console: SessionConsole; query: Record<string, unknown> },
  context: VisitorContext,
): Promise<{ location: string }> {
  const state = typeof query.state === 'string' ? query.state : '';
  const key = { state, device: knownDevice(context.cookies), console };
  const attempt = await takeAttempt(services.database, key, services.clock.now());
  const isOther = attempt?.linkUserId && attempt.linkUserId !== context.caller?.id;
  if (!attempt || isOther) throw new ProductError('PERMISSION_DENIED');
  const callback = new URL(context.origin + callbacks[console]);
  for (const [name, value] of Object.entries(query)) callback.searchParams.set(name, String(value));
  const subject = await provider.identify(callback, attempt);
  const outcome = await finishSignOn(services, { attempt, subject, context, autoCreate });
  if (outcome.kind === 'signedIn') await startSession(services, context, console, outcome.signedIn);
  return { location: destinationOf(outcome, attempt.returnTo) };
}

function destinationOf(outcome: SignOnOutcome, returnTo: string): string {
  if (outcome.kind !== 'registration') return returnTo;
  return `/register?${new URLSearchParams({ oidcToken: outcome.token, returnTo }).toString()}`;
}

/** Throws FORBIDDEN for an account without a password, which would lose its only way to sign in. */
async function unlink(
  services: IdentityServices,
  { provider: { issuer } }: SingleSignOn,
  context: CallerContext,
): Promise<void> {
  const { database, notifyOfAccount } = services;
  const { id, role } = context.caller;
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
    await audit(transaction, 'UNLINK_OIDC', actOf(services, context));
  });
}

/** Redirects failures to the login page, which shows them, since browsers cannot use JSON here. Logs the causes. */
async function orLogin(
  console: SessionConsole,
  { log }: VisitorContext,
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

/** Returns the path if it is within this portal, otherwise undefined. */
function ownPath(path: string | undefined): string | undefined {
  if (!path?.startsWith('/') || !URL.canParse(path, 'https://own.invalid')) return undefined;
  const url = new URL(path, 'https://own.invalid');
  const isOwn = url.origin === 'https://own.invalid' && !url.pathname.startsWith('//');
  return isOwn ? url.pathname + url.search : undefined;
}

/**
 * Returns the messages of an error and its causes, without other fields, which may contain codes and tokens. A provider's
 * error code is defined by OAuth, such as `invalid_client` for a wrong secret.
 */
function wordsOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  return [[`${error.name}: ${error.message}`, ...wordsOfProvider(error)].join(', '), ...wordsOf(error.cause)];
}

function wordsOfProvider(error: Error): string[] {
  if (!(error instanceof ResponseBodyError || error instanceof AuthorizationResponseError)) return [];
  return [error.error, error.error_description].filter((words) => words !== undefined);
}
