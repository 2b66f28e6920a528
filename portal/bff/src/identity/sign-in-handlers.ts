import type { Session, SignInAnswer, SmsCodeRequest } from '@gpulease/contract/auth';
import type { SessionConsole, SmsPurpose } from '@gpulease/contract/enums';
import type { signInOperations } from '@gpulease/contract/operations/sign-in';
import type { Body } from '@gpulease/contract/routes';
import type { Caller, Handlers, VisitorContext } from '../http/handler.ts';
import { networkOf } from '../http/network.ts';
import { ProductError } from '../http/product-error.ts';
import { audit } from '../audit/audit.ts';
import { smsCodeMessage } from './messages.ts';
import { codeSent } from './one-time-codes.ts';
import { actOf, deviceOf } from './origin.ts';
import { listWaysIn, resetPassword, sendResetEmailCode, type ResetProof } from './password-reset.ts';
import { registerUser } from './registration.ts';
import { refuseBeyondBudget, sendCodeInBackground } from './send-code.ts';
import { mustSetUpSecondFactor } from './second-factor/must-set-up.ts';
import type { IdentityServices } from './services.ts';
import { endSession } from './sessions.ts';
import { finishSignIn, signInByPassword, signInByPhone, type FirstStep, type SignedIn } from './sign-in.ts';
import { findAccount } from './users.ts';

/** Handlers for registration, sign-in, sign-out and password reset. */
export function signInHandlers(services: IdentityServices): Handlers<typeof signInOperations> {
  const { captcha, rateLimits } = services;
  const login =
    (console: SessionConsole) =>
    async ({ body }: { body: Body<'login'> }, context: VisitorContext) =>
      answerFirstStep(services, context, console, await signInByPassword(services, console, body, context));
  const finishLogin =
    (console: SessionConsole) =>
    async ({ body }: { body: Body<'finishLogin'> }, context: VisitorContext) =>
      startSession(services, context, console, await finishSignIn(services, console, body, context));
  const getSession = (_: unknown, { caller }: VisitorContext) => Promise.resolve(toSession(caller));
  return {
    async register({ body }, context) {
      await registerUser(services, body, context);
      return { username: body.username };
    },
    login: login('user'),
    loginByPhone: async ({ body }, context) =>
      answerFirstStep(services, context, 'user', await signInByPhone(services, body, context)),
    finishLogin: finishLogin('user'),
    adminLogin: login('admin'),
    finishAdminLogin: finishLogin('admin'),
    logout: (_, context) => signOut(services, context, 'user'),
    adminLogout: (_, context) => signOut(services, context, 'admin'),
    getSession,
    getAdminSession: getSession,
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
    resetPasswordByPhone: ({ body }, context) => resetPassword(services, proofByPhone(body), body, context),
    resetPasswordByEmail: ({ body }, context) => resetPassword(services, proofByEmail(body), body, context),
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

async function answerFirstStep(
  services: IdentityServices,
  context: VisitorContext,
  console: SessionConsole,
  step: FirstStep,
): Promise<SignInAnswer> {
  if (step.kind === 'signedIn') return startSession(services, context, console, step);
  const { token, expiresAt } = step;
  return { user: null, expiresAt: null, secondFactor: { token, expiresAt: expiresAt.toISOString() } };
}

/** Sets the new session's cookie, and ends the session that the browser had before. */
export async function startSession(
  services: IdentityServices,
  { cookies, caller }: VisitorContext,
  console: SessionConsole,
  { token, expiresAt, account }: SignedIn,
): Promise<Session> {
  if (caller) await endSession(services.database, caller);
  cookies.set(console, token, expiresAt);
  const { username, role, language, must_change_password: mustChangePassword } = account;
  const { has_password: hasPassword, second_factor_at: secondFactorAt } = account;
  const due =
    services.requiresTwoFactorOfOperators && mustSetUpSecondFactor({ role, hasPassword, secondFactorAt });
  const user = { username, role, language, mustChangePassword, mustSetUpSecondFactor: due };
  return { user, expiresAt: expiresAt.toISOString() };
}

async function signOut(services: IdentityServices, context: VisitorContext, console: SessionConsole) {
  const { caller, cookies } = context;
  cookies.clear(console);
  if (!caller) return;
  await endSession(services.database, caller);
  await audit(services.database, 'LOGOUT', actOf(services, { ...context, caller }));
}

function toSession(caller: Caller | undefined): Session {
  if (!caller) return { user: null, expiresAt: null };
  const { username, role, language, mustChangePassword, mustSetUpSecondFactor, expiresAt } = caller;
  const user = { username, role, language, mustChangePassword, mustSetUpSecondFactor };
  return { user, expiresAt: expiresAt?.toISOString() ?? null };
}

/** Purposes whose codes are sent only to customers' phones. For other phones a code is created but not sent. */
const forAccounts: readonly SmsPurpose[] = ['LOGIN', 'RESET_PASSWORD'];

/** Sends a code within the budgets. For an unknown phone, response and timing are the same. */
async function sendSmsCode(
  services: IdentityServices,
  { phone, purpose, captcha: solution }: SmsCodeRequest,
  { address, caller, cookies }: VisitorContext,
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
  const account = await findAccount(database, 'phone', phone);
  if (forAccounts.includes(purpose) && account?.role !== 'USER') return;
  sendCodeInBackground(services, purpose, () => smsGateway.send(smsCodeMessage(phone, code)));
}
