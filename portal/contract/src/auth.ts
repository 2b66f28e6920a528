/** Sign-up, sign-in and sign-out, and the proofs that they require. */
import * as z from 'zod';
import { languages, roles, smsPurposes } from './enums.ts';
import { count, timestamp } from './common.ts';
import {
  differingPasswords,
  email,
  customerName,
  givenPassword,
  typedInviteCode,
  password,
  phone,
  secondFactorCode,
  smsCode,
  filled,
  key,
  textUpTo,
  trimmed,
} from './validation.ts';

/** An ALTCHA challenge: find the counter whose derived key starts with `keyPrefix`. */
export const captchaChallenge = z.strictObject({
  parameters: z.record(z.string(), z.unknown()),
  signature: z.string(),
});

/** base64 of the JSON `{challenge, solution}`; each challenge is valid for one request. */
export const captchaSolution = filled(4_000);

export const smsCodeRequest = z.strictObject({
  phone,
  purpose: z.enum(smsPurposes),
  captcha: captchaSolution,
});
/** Seconds until another code may be requested, and until this one expires. */
export const codeSent = z.strictObject({ resendAfter: count, expiresIn: count });

export const registration = z
  .strictObject({
    phone,
    smsCode,
    username: customerName,
    password,
    confirmPassword: z.string().min(1, key('required')),
    inviteCode: typedInviteCode,
    agreeToTerms: z.literal(true, key('terms')),
    /** Issued after single sign-on with an identity that has no account yet, to link it to the new one. */
    oidcToken: textUpTo(100).optional(),
  })
  .refine((form) => form.password === form.confirmPassword, differingPasswords);
export const registered = z.strictObject({ username: z.string() });

/** Portal path to open after sign-in. */
export const oidcStart = z.strictObject({ returnTo: textUpTo(2_000).optional() });
/** Query parameters from the identity provider, which may add nonstandard ones. */
export const oidcCallback = z.looseObject({});
export const redirect = z.strictObject({ location: z.string() });
export const oidcLink = z.strictObject({
  linked: z.boolean(),
  /** false for an account created by its first single sign-on, until a password is set. */
  hasPassword: z.boolean(),
});
/** The password is required if the account has one. */
export const oidcLinking = z.strictObject({ currentPassword: givenPassword.optional() });

export const credentials = z.strictObject({
  username: trimmed(63),
  password: givenPassword,
  /** Required after failed attempts (`details.captcha`). */
  captcha: captchaSolution.optional(),
});

export const phoneCredentials = z.strictObject({ phone, smsCode });

/** Requests a password reset code by email. By SMS it is an `smsCodeRequest` with that purpose. */
export const resetEmailCodeRequest = z.strictObject({ email, captcha: captchaSolution });

const byPhone = { phone, smsCode };
const byEmail = { email, emailCode: smsCode };

/** Proves ownership of the account; the reset itself uses the same code afterwards. */
export const waysInByPhone = z.strictObject(byPhone);
export const waysInByEmail = z.strictObject(byEmail);
/** Credentials of an account other than password and phone, which a password reset revokes unless kept. */
export const waysIn = z.strictObject({ apiTokens: z.array(z.string()), singleSignOn: z.boolean() });

const twice = {
  newPassword: password,
  confirmPassword: z.string().min(1, key('required')),
  /** API tokens, by name, and linked single sign-on that stay valid; the others are revoked. */
  keep: waysIn
    .extend({ apiTokens: z.array(z.string().max(100, key('tooMany'))).max(100, key('tooMany')) })
    .default({ apiTokens: [], singleSignOn: false }),
};
const isAlike = (form: { newPassword: string; confirmPassword: string }) =>
  form.newPassword === form.confirmPassword;

export const passwordResetByPhone = z
  .strictObject({ ...byPhone, ...twice })
  .refine(isAlike, differingPasswords);
export const passwordResetByEmail = z
  .strictObject({ ...byEmail, ...twice })
  .refine(isAlike, differingPasswords);

/** The user who is signed in to this console; null if none. */
export const session = z.strictObject({
  user: z
    .strictObject({
      username: z.string(),
      role: z.enum(roles),
      language: z.enum(languages).nullable(),
      /** Whether the user must change the password before doing anything else. */
      mustChangePassword: z.boolean(),
      /** Whether an operator must turn on the second factor, which the platform requires, before anything else. */
      mustSetUpSecondFactor: z.boolean(),
    })
    .nullable(),
  expiresAt: timestamp.nullable(),
});

/** The session or, if the account has a second factor, the token to send with its code; no session exists until then. */
export const signInAnswer = z.strictObject({
  ...session.shape,
  secondFactor: z.strictObject({ token: z.string(), expiresAt: timestamp }).optional(),
});
/** A code of the authenticator app, or a recovery code. */
export const secondFactorProof = z.strictObject({ token: filled(100), code: secondFactorCode });

export type OidcLinking = z.infer<typeof oidcLinking>;
export type Registration = z.infer<typeof registration>;
export type Credentials = z.infer<typeof credentials>;
export type PhoneCredentials = z.infer<typeof phoneCredentials>;
export type SmsCodeRequest = z.infer<typeof smsCodeRequest>;
export type CaptchaChallenge = z.infer<typeof captchaChallenge>;
export type WaysIn = z.infer<typeof waysIn>;
export type Session = z.infer<typeof session>;
export type SignInAnswer = z.infer<typeof signInAnswer>;
export type SecondFactorProof = z.infer<typeof secondFactorProof>;
