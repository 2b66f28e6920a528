/** Sign-up, sign-in, sign-out and forgotten passwords. */
import * as auth from '../auth.ts';
import { forAnybody, forSession, nothing } from './operation.ts';

const byPassword = { body: auth.credentials, response: auth.signInAnswer, audit: 'byHandler' } as const;
const bySecondFactor = { body: auth.secondFactorProof, response: auth.session, audit: 'byHandler' } as const;

export const signInOperations = {
  register: forAnybody('POST /auth/register', {
    body: auth.registration,
    response: auth.registered,
    status: 201,
    audit: 'byHandler',
  }),
  login: forAnybody('POST /auth/login', byPassword),
  loginByPhone: forAnybody('POST /auth/login/phone', {
    body: auth.phoneCredentials,
    response: auth.signInAnswer,
    audit: 'byHandler',
  }),
  finishLogin: forAnybody('POST /auth/login/second-factor', bySecondFactor),
  logout: forSession('POST /auth/logout', { ...nothing, audit: 'byHandler' }),
  getSession: forSession('GET /auth/session', { response: auth.session }),
  getCaptcha: forAnybody('GET /auth/captcha', { response: auth.captchaChallenge }),
  sendSmsCode: forAnybody('POST /auth/sms-codes', {
    body: auth.smsCodeRequest,
    response: auth.codeSent,
    status: 202,
    audit: 'never',
  }),
  sendResetEmailCode: forAnybody('POST /auth/email-codes', {
    body: auth.resetEmailCodeRequest,
    response: auth.codeSent,
    status: 202,
    audit: 'never',
  }),
  listWaysInByPhone: forAnybody('POST /auth/password-reset/phone/ways-in', {
    body: auth.waysInByPhone,
    response: auth.waysIn,
    audit: 'never',
  }),
  listWaysInByEmail: forAnybody('POST /auth/password-reset/email/ways-in', {
    body: auth.waysInByEmail,
    response: auth.waysIn,
    audit: 'never',
  }),
  resetPasswordByPhone: forAnybody('POST /auth/password-reset/phone', {
    body: auth.passwordResetByPhone,
    ...nothing,
    audit: 'byHandler',
  }),
  resetPasswordByEmail: forAnybody('POST /auth/password-reset/email', {
    body: auth.passwordResetByEmail,
    ...nothing,
    audit: 'byHandler',
  }),
  adminLogin: forAnybody('POST /admin/auth/login', byPassword),
  finishAdminLogin: forAnybody('POST /admin/auth/login/second-factor', bySecondFactor),
  adminLogout: forSession('POST /admin/auth/logout', { ...nothing, audit: 'byHandler' }),
  getAdminSession: forSession('GET /admin/auth/session', { response: auth.session }),
};
