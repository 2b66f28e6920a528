import type { Session, SignInAnswer, SmsCodeRequest } from '@gpulease/contract/auth';
import type { SessionConsole, SmsPurpose } from '@gpulease/contract/enums';
import type { signInOperations } from '@gpulease/contract/operations/sign-in';
import type { Body } from '@gpulease/contract/routes';
import type { Caller, Handlers, RequestContext } from '../http/handler.ts';
import { networkOf } from '../http/network.ts';
import { ProductError } from '../http/product-error.ts';
import { audit } from '../audit/audit.ts';
import { smsCodeMessage } from './messages.ts';
import { CODE_LIFETIME_SECONDS, CODE_RESEND_SECONDS } from './one-time-codes.ts';
import { deviceOf, originOf, type Origin } from './origin.ts';
import { listWaysIn, resetPassword, sendResetEmailCode, type ResetProof } from './password-reset.ts';
import { registerUser } from './registration.ts';
import { refuseBeyondBudget, sendCodeInBackground } from './send-code.ts';
import { mustSetUpSecondFactor } from './second-factor/must-set-up.ts';
import type { IdentityServices } from './services.ts';
import { endSession } from './sessions.ts';
import { finishSignIn, signInByPassword, signInByPhone, type FirstStep, type SignedIn } from './sign-in.ts';
import { findByPhone } from './users.ts';

/** Signing up, in and out. */
export function signInHandlers(services: IdentityServices): Handlers<typeof signInOperations> {
  const { captcha, rateLimits } = services;
  return {
    async register({ body }, context) {
      await registerUser(services, body, originOf(context));
      return { username: body.username };
    },
    async login({ body }, context) {
      const step = await signInByPassword(services, 'user', body, markedOrigin(context));
      return answerFirstStep(services, context, 'user', step);
    },
    async loginByPhone({ body }, context) {
      const step = await signInByPhone(services, body, markedOrigin(context));
      return answerFirstStep(services, context, 'user', step);
    },
    async finishLogin({ body }, context) {
      const signedIn = await finishSignIn(services, 'user', body, originOf(context));
      return startSession(services, context, 'user', signedIn);
    },
    async adminLogin({ body }, context) {
      const step = await signInByPassword(services, 'admin', body, markedOrigin(context));
      return answerFirstStep(services, context, 'admin', step);
    },
    async finishAdminLogin({ body }, context) {
      const signedIn = await finishSignIn(services, 'admin', body, originOf(context));
      return startSession(services, context, 'admin', signedIn);
    },
    logout: (_, context) => signOut(services, context, 'user'),
    adminLogout: (_, context) => signOut(services, context, 'admin'),
    getSession: (_, { caller }) => Promise.resolve(toSession(caller)),
    getAdminSession: (_, { caller }) => Promise.resolve(toSession(caller)),
    async getCaptcha(_, { address }) {
      await rateLimits.consume('captcha', address);
      return captcha.challenge();
    },
    async sendSmsCode({ body }, context) {
      await sendSmsCode(services, body, context);
      return codeSent;
    },
    async sendResetEmailCode({ body }, context) {
      await sendResetEmailCode(services, body, context);
      return codeSent;
    },
    listWaysInByPhone: ({ body }, context) => listWaysIn(services, proofByPhone(body), context),
    listWaysInByEmail: ({ body }, context) => listWaysIn(services, proofByEmail(body), context),
    async resetPasswordByPhone({ body }, context) {
      await resetPassword(services, proofByPhone(body), body, context);
      return undefined;
    },
    async resetPasswordByEmail({ body }, context) {
      await resetPassword(services, proofByEmail(body), body, context);
      return undefined;
    },
  };
}

const proofByPhone = ({ phone, smsCode }: Body<'listWaysInByPhone'>): ResetProof => ({
  recipient: phone,
  purpose: 'RESET_PASSWORD',
  code: smsCode,
});
const proofByEmail = ({ email, emailCode }: Body<'listWaysInByEmail'>): ResetProof => ({
  recipient: email,
  purpose: 'RESET_PASSWORD_BY_EMAIL',
  code: emailCode,
});

const codeSent = { resendAfter: CODE_RESEND_SECONDS, expiresIn: CODE_LIFETIME_SECONDS };

interface PublicContext extends RequestContext {
  readonly caller: Caller | undefined;
}

/** The origin of a sign-in, whose second step is bound to the browser. */
function markedOrigin(context: RequestContext): Origin {
  return { ...originOf(context), device: deviceOf(context.cookies) };
}

async function answerFirstStep(
  services: IdentityServices,
  context: PublicContext,
  console: SessionConsole,
  step: FirstStep,
): Promise<SignInAnswer> {
  if (step.kind === 'signedIn') return startSession(services, context, console, step);
  const { token, expiresAt } = step;
  return { user: null, expiresAt: null, secondFactor: { token, expiresAt: expiresAt.toISOString() } };
}

/** The new token replaces whatever the browser had, whose session ends. */
export async function startSession(
  services: IdentityServices,
  { cookies, caller }: PublicContext,
  console: SessionConsole,
  { token, expiresAt, account }: SignedIn,
): Promise<Session> {
  if (caller) await endSession(services.database, Buffer.from(caller.sessionId, 'hex'));
  cookies.set(console, token, expiresAt);
  const { username, role, language, must_change_password: mustChangePassword } = account;
  const { has_password: hasPassword, second_factor_at: secondFactorAt } = account;
  const due =
    services.requiresTwoFactorOfOperators && mustSetUpSecondFactor({ role, hasPassword, secondFactorAt });
  const user = { username, role, language, mustChangePassword, mustSetUpSecondFactor: due };
  return { user, expiresAt: expiresAt.toISOString() };
}

async function signOut(
  { database, clock }: IdentityServices,
  context: PublicContext,
  console: SessionConsole,
): Promise<undefined> {
  const { caller, cookies } = context;
  cookies.clear(console);
  if (!caller) return undefined;
  await endSession(database, Buffer.from(caller.sessionId, 'hex'));
  await audit(database, 'LOGOUT', { at: clock.now(), actor: caller.username, origin: context });
  return undefined;
}

function toSession(caller: Caller | undefined): Session {
  if (!caller) return { user: null, expiresAt: null };
  const { username, role, language, mustChangePassword, mustSetUpSecondFactor, expiresAt } = caller;
  const user = { username, role, language, mustChangePassword, mustSetUpSecondFactor };
  return { user, expiresAt: expiresAt?.toISOString() ?? null };
}

/** Purposes whose codes are for customers' phones only. For an unknown phone one is made too, but not sent. */
const forAccounts: readonly SmsPurpose[] = ['LOGIN', 'RESET_PASSWORD'];

/** Sends a code unless that would cost too much. The answer takes as long, and says the same, for an unknown phone. */
async function sendSmsCode(
  services: IdentityServices,
  { phone, purpose, captcha: solution }: SmsCodeRequest,
  { address, caller, cookies }: PublicContext,
): Promise<void> {
  const { captcha, rateLimits, codes, smsGateway, database } = services;
  if (purpose === 'CHANGE_PHONE' && !caller) throw new ProductError('INVALID_JWT_TOKEN');
  if (!smsGateway.isConfigured) throw new ProductError('CONFIG_ERROR');
  await captcha.verify(solution);
  const phoneFromNetwork = `${phone}|${networkOf(address)}`;
  await rateLimits.consume('smsAddress', address);
  await rateLimits.consume('smsResend', phoneFromNetwork);
  await rateLimits.consume('smsPhoneFromNetwork', phoneFromNetwork);
  await rateLimits.consume('smsPhone', phone);
  await refuseBeyondBudget(services, purpose);
  const code = await codes.issue({ recipient: phone, purpose, device: deviceOf(cookies) });
  const account = await findByPhone(database, phone);
  if (forAccounts.includes(purpose) && account?.role !== 'USER') return;
  sendCodeInBackground(services, purpose, () => smsGateway.send(smsCodeMessage(phone, code)));
}
