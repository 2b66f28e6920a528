/** Signing up, in and out; the proofs asked for on the way. */
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

/** base64 of the JSON `{challenge, solution}`; each challenge is good for one request. */
export const captchaSolution = filled(4_000);

export const smsCodeRequest = z.strictObject({
  phone,
  purpose: z.enum(smsPurposes),
  captcha: captchaSolution,
});
/** Seconds until another one may be asked for, and until it is worth nothing. */
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
    /** From the identity provider, where that is where the person comes from. */
    oidcToken: textUpTo(100).optional(),
  })
  .refine((form) => form.password === form.confirmPassword, differingPasswords);
export const registered = z.strictObject({ username: z.string() });

/** Where to go on after signing in; a path of the portal. */
export const oidcStart = z.strictObject({ returnTo: textUpTo(2_000).optional() });
/** What the identity provider sends; what it adds to the standard is none of ours. */
export const oidcCallback = z.looseObject({});
export const redirect = z.strictObject({ location: z.string() });
export const oidcLink = z.strictObject({
  linked: z.boolean(),
  /** false for an account that a first single sign-on has made, until it is given a password. */
  hasPassword: z.boolean(),
});
/** The password is needed where the account has one. */
export const oidcLinking = z.strictObject({ currentPassword: givenPassword.optional() });

export const credentials = z.strictObject({
  username: trimmed(63),
  password: givenPassword,
  /** Asked for after failed tries (`details.captcha`). */
  captcha: captchaSolution.optional(),
});

export const phoneCredentials = z.strictObject({ phone, smsCode });

/** For a forgotten password; the one by SMS is asked for as a code of that purpose. */
export const resetEmailCodeRequest = z.strictObject({ email, captcha: captchaSolution });

const byPhone = { phone, smsCode };
const byEmail = { email, emailCode: smsCode };

/** Proves whose account it is, as the reset does afterwards with the same code. */
export const waysInByPhone = z.strictObject(byPhone);
export const waysInByEmail = z.strictObject(byEmail);
/** What lets in to an account beside its password and phone, and ends with a reset unless it is kept. */
export const waysIn = z.strictObject({ apiTokens: z.array(z.string()), singleSignOn: z.boolean() });

const twice = {
  newPassword: password,
  confirmPassword: z.string().min(1, key('required')),
  /** API tokens, by name, and the linked single sign-on that are to go on working; the others end. */
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

/** Who is signed in to the console asked about; null for nobody. */
export const session = z.strictObject({
  user: z
    .strictObject({
      username: z.string(),
      role: z.enum(roles),
      language: z.enum(languages).nullable(),
      /** Whether nothing else is allowed before the password is changed. */
      mustChangePassword: z.boolean(),
      /** Whether nothing else is allowed before the second factor is on, as the platform asks of its operators. */
      mustSetUpSecondFactor: z.boolean(),
    })
    .nullable(),
  expiresAt: timestamp.nullable(),
});

/** The session, or where the account has a second factor what its code is given with; nobody is signed in until then. */
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
