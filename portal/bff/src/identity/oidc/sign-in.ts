/** Completes a sign-in when the browser returns from the identity provider. */
import { customerName } from '@gpulease/contract/validation';
import { withTransaction } from '../../database/database.ts';
import type { VisitorContext } from '../../http/handler.ts';
import { ProductError } from '../../http/product-error.ts';
import { audit } from '../../audit/audit.ts';
import { actOf } from '../origin.ts';
import { hashPassword } from '../passwords.ts';
import { holdSession } from '../prove-owner.ts';
import type { IdentityServices } from '../services.ts';
import { recordRefusal } from '../sign-in-refusals.ts';
import { startSignIn, type SignedIn } from '../sign-in.ts';
import { createToken } from '../tokens.ts';
import { createUser, findAccount, userById } from '../users.ts';
import type { OidcAttempt } from './attempts.ts';
import { findLinked, giveEmail, keepRegistration, link } from './identities.ts';
import type { OidcSubject } from './provider.ts';

export type SignOnOutcome =
  | { readonly kind: 'signedIn'; readonly signedIn: SignedIn }
  | { readonly kind: 'linked' }
  /** A first sign-in: the user must still enter an invite code and a phone. */
  | { readonly kind: 'registration'; readonly token: string };

interface SignOnInput {
  readonly attempt: OidcAttempt;
  readonly subject: OidcSubject;
  /** Only the account signed in here can be linked. */
  readonly context: VisitorContext;
  /** Whether a first sign-in creates an account immediately. */
  readonly autoCreate: boolean;
}

const roleOf = { user: 'USER', admin: 'ADMIN' } as const;

/**
 * Signs in a linked user, links the signed-in user, or starts a registration. Throws USER_DISABLED, INVALID_CREDENTIALS
 * (account of the other console, or not an operator), EMAIL_NOT_VERIFIED with its reason, and NAME_TAKEN (already linked
 * to another account).
 */
export async function finishSignOn(services: IdentityServices, input: SignOnInput): Promise<SignOnOutcome> {
  const { attempt, subject, context } = input;
  const { console, linkUserId } = attempt;
  if (linkUserId !== null) return linkAccount(services, linkUserId, input);
  const account = await findLinked(services.database, subject);
  if (account?.role === roleOf[console]) {
    const start = { account, console, action: 'LOGIN_BY_OIDC', origin: context } as const;
    return { kind: 'signedIn', signedIn: await startSignIn(services, start) };
  }
  if (account || console === 'admin') {
    const refused = { action: 'LOGIN_BY_OIDC', username: account?.username, origin: context } as const;
    await recordRefusal(services, refused);
    throw new ProductError('INVALID_CREDENTIALS');
  }
  if (subject.email !== undefined && !subject.isEmailVerified)
    throw new ProductError('EMAIL_NOT_VERIFIED', { reason: 'EMAIL_UNVERIFIED' });
  return firstSignIn(services, input);
}

async function linkAccount(
  services: IdentityServices,
  userId: string,
  { subject, context }: SignOnInput,
): Promise<SignOnOutcome> {
  const { caller } = context;
  if (caller?.id !== userId) throw new ProductError('PERMISSION_DENIED');
  const act = actOf(services, { ...context, caller });
  await withTransaction(services.database, async (transaction) => {
    await holdSession(transaction, caller);
    await link(transaction, subject, userId, act.at);
    if (caller.role === 'USER')
      await services.notifyOfAccount(transaction, { userId, kind: 'SIGN_ON_LINKED' });
    await audit(transaction, 'LINK_OIDC', act);
  });
  return { kind: 'linked' };
}

async function firstSignIn(
  services: IdentityServices,
  { attempt, subject, context: origin, autoCreate }: SignOnInput,
): Promise<SignOnOutcome> {
  const { database, clock } = services;
  if (!autoCreate) {
    const token = await keepRegistration(database, subject, attempt.device, clock.now());
    return { kind: 'registration', token };
  }
  const account = await userById(database, await createAccount(services, subject, origin));
  const signedIn = await startSignIn(services, { account, console: 'user', action: 'LOGIN_BY_OIDC', origin });
  return { kind: 'signedIn', signedIn };
}

/** Creates an account with no phone and an unknown random password. Returns its id. */
async function createAccount(
  { database, clock }: IdentityServices,
  subject: OidcSubject,
  origin: VisitorContext,
): Promise<string> {
  const wished = usernameFrom(subject);
  const isTaken = (await findAccount(database, 'username', wished)) !== undefined;
  const username = isTaken ? usernameFrom({ username: `${wished}-${createToken().slice(0, 6)}` }) : wished;
  const passwordHash = await hashPassword(createToken());
  const now = clock.now();
  return withTransaction(database, async (transaction) => {
    const { language } = origin.cookies;
    const user = { username, phone: null, passwordHash, hasPassword: false, role: 'USER', language } as const;
    const userId = await createUser(transaction, user, now);
    await link(transaction, subject, userId, now);
    if (subject.email !== undefined) await giveEmail(transaction, userId, subject.email);
    await audit(transaction, 'REGISTER', { at: now, actor: username, origin });
    return userId;
  });
}

/** Derives a valid username from the provider's username or email. */
export function usernameFrom({ username, email }: Pick<Partial<OidcSubject>, 'username' | 'email'>): string {
  const source = username ?? email?.split('@')[0] ?? '';
  const wished = source
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 50);
  return customerName.safeParse(wished).success ? wished : `user-${createToken().replace(/[^a-z0-9]/g, '')}`;
}
