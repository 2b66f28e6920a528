/** Rules for single fields, shared by the server's routes and the web's forms. Messages are keys of `validation-messages.ts`. */
import * as z from 'zod';
import { isCommonPassword } from './common-passwords.ts';
import { LONGEST_REASON } from './endpoints.ts';
import { keyOf, type ValidationKey, type ValidationMessage } from './validation-messages.ts';
import { amountPattern, pricePattern } from './money.ts';
import { plainNumber, plainPhone } from './plain.ts';
import { isPrivateKey, isWholeKey } from './ssh-key.ts';

/** Returns the message of a rule, type-checked as a validation key. */
export const key = (name: ValidationKey): ValidationKey => name;

/** Returns the rule for a text of at most `length` characters that also satisfies `text`. */
export function textUpTo(length: number, text = z.string()): z.ZodString {
  return text.max(length, `tooLong:${length}` satisfies ValidationMessage);
}

/** Like `textUpTo`, but not empty. */
export function filled(length: number, text = z.string()): z.ZodString {
  return textUpTo(length, text.min(1, key('required')));
}

/** Like `filled`, without surrounding white space. */
export function trimmed(length: number): z.ZodString {
  return filled(length, z.string().trim());
}

/** Returns the rule for a whole number from `min` to `max`. */
export function wholeNumber(min: number, max: number) {
  const message: ValidationMessage = `between:${min}:${max}`;
  return z.int().min(min, message).max(max, message);
}

/** Mainland China mobile numbers, written without the country code. */
export const phone = z
  .string()
  .overwrite(plainPhone)
  .min(1, key('required'))
  .regex(/^1[3-9]\d{9}$/, key('phone'));

export const smsCode = z
  .string()
  .min(1, key('required'))
  .regex(/^\d{6}$/, key('smsCode'));

/** Six digits of an authenticator app, with or without spaces. */
export const authenticatorCode = z
  .string()
  .overwrite((text) => text.replaceAll(/\s/g, ''))
  .regex(/^\d{6}$/, key('smsCode'));

/** An authenticator code, or a recovery code with its groups separated in any way. */
export const secondFactorCode = z
  .string()
  .overwrite((text) => text.replaceAll(/[\s-]/g, '').toLowerCase())
  .regex(/^(?:\d{6}|[a-z2-7]{16})$/, key('secondFactorCode'));

/** Starts and ends with a letter or digit; no empty part between dots, and no part that begins or ends with a hyphen. */
const namePattern = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/;

/** Names that the portal's own routes use. */
const reservedNames: readonly string[] = ['create', 'edit'];
const notReserved = (name: string) => !reservedNames.includes(name);

/** Names that could pass for an operator's. */
const operatorsNames: readonly string[] = [
  ...['admin', 'administrator', 'root', 'system', 'operator', 'operators', 'support', 'service', 'security'],
  ...['billing', 'official', 'staff', 'helpdesk', 'gpulease'],
];

export const username = filled(63)
  .regex(namePattern, key('username'))
  .refine(notReserved, key('reservedName'));

/** The name of a customer, which cannot be mistaken for an operator's. */
export const customerName = username.refine((name) => !operatorsNames.includes(name), key('reservedName'));

/** The name of a GPU, SKU, image, region, node, pricing policy or workload. */
export const resourceName = filled(63)
  .regex(namePattern, key('resourceName'))
  .refine(notReserved, key('reservedName'));

/**
 * A name that refers to an object. Permissive, so that an unknown one is "no such object", not "malformed", but always a
 * single path segment (no `.`, `..`, `/` or `%`, as in Kubernetes), because it becomes one at the API server.
 */
export const reference = filled(253).regex(/^(?!\.{1,2}$)[^/%]*$/, key('resourceName'));

/** Line breaks, and characters that are invisible or change the order of visible ones. */
const UNSEEN = String.raw`\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff`;

/** A user's name for a key or token, in any script. Like a reference, always a single path segment. */
export const ownName = filled(
  63,
  z.string().overwrite((name) => name.normalize('NFC').trim()),
).regex(new RegExp(`^(?!\\.{1,2}$)[^/%${UNSEEN}]*$`), key('ownName'));

const characterTypes = [/[A-Z]/, /[a-z]/, /\d/, /[^A-Za-z\d]/];

/** A password at registration: at least 8 characters, two of the four types. */
export const password = textUpTo(128, z.string().min(8, key('passwordLength'))).refine(
  (value) => characterTypes.filter((type) => type.test(value)).length >= 2,
  key('passwordMix'),
);

/** An operator's password, which must not be a common one. */
export const operatorPassword = password.refine((value) => !isCommonPassword(value), key('commonPassword'));

/** A new password on the profile page: at least 6 and fewer than 20 characters. */
export const newPassword = z.string().min(6, key('newPasswordLength')).max(19, key('newPasswordLength'));

/** Compares passwords as soon as the confirmation is present, whatever else in the form is still wrong. */
export const differingPasswords = {
  message: key('passwordsDiffer'),
  path: ['confirmPassword'],
  when: ({ value }: { value: unknown }) =>
    Boolean((value as { confirmPassword?: unknown } | null | undefined)?.confirmPassword),
};

/** A password to verify, whatever rule it was created under. */
export const givenPassword = filled(128);

/** An email address, in lowercase. */
export const email = textUpTo(254, z.string().trim().toLowerCase()).regex(z.regexes.email, key('email'));

export const typedInviteCode = z.string().trim().min(1, key('required')).max(64, key('inviteCode'));

const notZero = /[1-9]/;

const yuan = z.string().overwrite(plainNumber).min(1, key('required')).regex(amountPattern, key('amount'));

/** Like `amount`, or below zero for a debit. */
export const signedAmount = yuan.regex(notZero, key('notZero'));

/** Yuan as a decimal string, above zero, at most two decimals. */
export const amount = yuan.regex(/^\d/, key('positiveAmount')).regex(notZero, key('positiveAmount'));

/** Threshold of a balance alert or limit of spending: up to a million yuan. */
export const alertAmount = amount.refine((value) => Number(value) <= 1_000_000, key('alertAmount'));

/** A random key that a client generates for each operation. */
export const idempotencyKey = z.string().regex(/^[\x21-\x7e]{8,128}$/, key('idempotencyKey'));

/** An operator's reason for an action. */
export const reason = trimmed(LONGEST_REASON);

/** Yuan per unit as a decimal string, at most six decimals. */
export const price = z
  .string()
  .overwrite(plainNumber)
  .min(1, key('required'))
  .refine((text) => !text.startsWith('-'), key('negativePrice'))
  .regex(pricePattern, key('price'));

/** A price above zero. */
export const positivePrice = price.regex(notZero, key('positivePrice'));

export const portNumber = z.int().min(1, key('port')).max(65_535, key('port'));

export const ipAddress = z.union([z.ipv4(key('ipAddress')), z.ipv6(key('ipAddress'))], key('ipAddress'));

export const hostName = filled(253).regex(
  /^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?)+$/,
  key('hostName'),
);

/** A CPU model by its name in KubeVirt. */
export const cpuModel = textUpTo(63).regex(/^[A-Za-z0-9](?:[-A-Za-z0-9_.]*[A-Za-z0-9])?$/, key('cpuModel'));

const noPrivateKey = z
  .string()
  .trim()
  .refine((text) => !isPrivateKey(text), { error: key('privateKey'), abort: true });

/** One OpenSSH public key line: type, base64 body, optional comment; the body is a complete key of that type. */
export const sshPublicKey = textUpTo(2_000, noPrivateKey)
  .regex(
    /^(?:ssh-ed25519|ssh-rsa|ecdsa-sha2-nistp(?:256|384|521)|sk-ssh-ed25519@openssh\.com|sk-ecdsa-sha2-nistp256@openssh\.com) [A-Za-z0-9+/]{40,}={0,3}(?: [^\r\n]*)?$/,
    key('sshKey'),
  )
  .refine(isWholeKey, key('sshKey'));

/** Years that keep four digits in the database and under any UTC offset. */
const usualYear = /^(?:19[7-9]\d|[2-8]\d{3}|9[0-8]\d\d|99[0-8]\d|999[0-8])-/;

const missingOrInvalid = ({ input }: { readonly input?: unknown }) =>
  key(input === '' || input === undefined ? 'required' : 'invalid');

/** An instant, RFC 3339 with its offset, from 1970 to 9998. */
export const instant = z.iso
  .datetime({ offset: true, error: missingOrInvalid })
  .regex(usualYear, key('invalid'));

/** A time of day, `09:00`. */
export const clockTime = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, key('clockTime'));

/** A name of the IANA time zone database, not an offset. */
export const timeZone = z
  .string()
  .max(64, key('timeZone'))
  .regex(/^(?:UTC|[A-Z][A-Za-z_]+(?:\/[A-Z][\w+-]*){1,2})$/, key('timeZone'))
  .refine(isKnownZone, key('timeZone'));

function isKnownZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

/** A calendar day, `2026-11-21`, from 1970 to 9998. */
export const day = z.iso.date(key('invalid')).regex(usualYear, key('invalid'));

/** Returns the validation message of a zod issue. Pass it to `safeParse(value, { error: issueKey })`. */
export function issueKey(issue: {
  readonly code?: string | undefined;
  readonly expected?: unknown;
  readonly input?: unknown;
}): ValidationKey {
  if (issue.expected === 'int') return 'wholeNumber';
  if (issue.code === 'unrecognized_keys') return 'unknown';
  return issue.code === 'invalid_type' && issue.input === undefined ? 'required' : 'invalid';
}

/** Returns the refused fields of a zod error, as `path.to.field` → the first message. */
export function fieldErrors(error: z.ZodError): Record<string, ValidationMessage> {
  const fields: Record<string, ValidationMessage> = {};
  for (const issue of error.issues) {
    for (const path of issuePaths(issue))
      fields[path] ??= isMessage(issue.message) ? issue.message : issueKey(issue);
  }
  return fields;
}

function isMessage(text: string): text is ValidationMessage {
  return keyOf(text) !== undefined;
}

function issuePaths(issue: z.core.$ZodIssue): string[] {
  const path = issue.path.map(String);
  const leaves = issue.code === 'unrecognized_keys' ? issue.keys : [undefined];
  return leaves.map((leaf) => [...path, ...(leaf === undefined ? [] : [leaf])].join('.'));
}
