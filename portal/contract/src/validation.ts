/** Rules for single fields, used by the server's routes and the web's forms alike. Messages are keys of `validation-messages.ts`. */
import * as z from 'zod';
import { isCommonPassword } from './common-passwords.ts';
import { LONGEST_REASON } from './endpoints.ts';
import { keyOf, type ValidationKey, type ValidationMessage } from './validation-messages.ts';
import { amountPattern, pricePattern } from './money.ts';
import { plainNumber, plainPhone } from './plain.ts';
import { isPrivateKey, isWholeKey } from './ssh-key.ts';

/** The message of a rule, checked to be one of ours. */
export const key = (name: ValidationKey): ValidationKey => name;

/** A text of at most so many characters, and of what `text` asks for besides. */
export function textUpTo(length: number, text = z.string()): z.ZodString {
  return text.max(length, `tooLong:${length}` satisfies ValidationMessage);
}

/** The same, which must not be empty. */
export function filled(length: number, text = z.string()): z.ZodString {
  return textUpTo(length, text.min(1, key('required')));
}

/** The same without white space around it. */
export function trimmed(length: number): z.ZodString {
  return filled(length, z.string().trim());
}

/** A whole number from `min` to `max`. */
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

/** Six digits of an authenticator app, as apps show them or as they are typed. */
export const authenticatorCode = z
  .string()
  .overwrite((text) => text.replaceAll(/\s/g, ''))
  .regex(/^\d{6}$/, key('smsCode'));

/** The same, or a recovery code however its groups are set apart. */
export const secondFactorCode = z
  .string()
  .overwrite((text) => text.replaceAll(/[\s-]/g, '').toLowerCase())
  .regex(/^(?:\d{6}|[a-z2-7]{16})$/, key('secondFactorCode'));

/** Starts and ends with a letter or digit; no empty part between dots, and no part that begins or ends with a hyphen. */
const namePattern = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/;

/** Names that routes of the portal use themselves. */
const reservedNames: readonly string[] = ['create', 'edit'];
const notReserved = (name: string) => !reservedNames.includes(name);

/** Names that would pass for the operators' own. */
const operatorsNames: readonly string[] = [
  ...['admin', 'administrator', 'root', 'system', 'operator', 'operators', 'support', 'service', 'security'],
  ...['billing', 'official', 'staff', 'helpdesk', 'gpulease'],
];

export const username = filled(63)
  .regex(namePattern, key('username'))
  .refine(notReserved, key('reservedName'));

/** The name of a customer, which nobody takes for an operator's. */
export const customerName = username.refine((name) => !operatorsNames.includes(name), key('reservedName'));

/** The name of a GPU, SKU, image, region, node, pricing policy or workload. */
export const resourceName = filled(63)
  .regex(namePattern, key('resourceName'))
  .refine(notReserved, key('reservedName'));

/**
 * A name that refers to something; kept wide so that an unknown one is "no such object", not "malformed", but never more
 * than one segment of a path (`.`, `..`, `/` and `%`, as Kubernetes refuses them), for it becomes one at the API server.
 */
export const reference = filled(253).regex(/^(?!\.{1,2}$)[^/%]*$/, key('resourceName'));

/** Line breaks and other marks that are not seen, or change the order of what is. */
const UNSEEN = String.raw`\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff`;

/** What a user calls a key or token of their own, in any script. Like a reference never more than one segment of a path. */
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

/** An operator's password: none of those that are guessed first. */
export const operatorPassword = password.refine((value) => !isCommonPassword(value), key('commonPassword'));

/** A new password on the profile page: at least 6 and fewer than 20 characters. */
export const newPassword = z.string().min(6, key('newPasswordLength')).max(19, key('newPasswordLength'));

/** Passwords are compared as soon as both are there, whatever else in the form is still wrong. */
export const differingPasswords = {
  message: key('passwordsDiffer'),
  path: ['confirmPassword'],
  when: ({ value }: { value: unknown }) =>
    Boolean((value as { confirmPassword?: unknown } | null | undefined)?.confirmPassword),
};

/** A password to check, whatever rule it was made under. */
export const givenPassword = filled(128);

/** An email address, in small letters. */
export const email = textUpTo(254, z.string().trim().toLowerCase()).regex(z.regexes.email, key('email'));

export const typedInviteCode = z.string().trim().min(1, key('required')).max(64, key('inviteCode'));

const notZero = /[1-9]/;

const yuan = z.string().overwrite(plainNumber).min(1, key('required')).regex(amountPattern, key('amount'));

/** As `amount`, or below zero for what is taken away. */
export const signedAmount = yuan.regex(notZero, key('notZero'));

/** Yuan as a decimal string, above zero, at most two decimals. */
export const amount = yuan.regex(/^\d/, key('positiveAmount')).regex(notZero, key('positiveAmount'));

/** Of which balance or spending a user is told: up to a million yuan. */
export const alertAmount = amount.refine((value) => Number(value) <= 1_000_000, key('alertAmount'));

/** What a client draws at random for one thing that it asks to be done. */
export const idempotencyKey = z.string().regex(/^[\x21-\x7e]{8,128}$/, key('idempotencyKey'));

/** Why an operator did it. */
export const reason = trimmed(LONGEST_REASON);

/** Yuan per unit as a decimal string, at most six decimals. */
export const price = z
  .string()
  .overwrite(plainNumber)
  .min(1, key('required'))
  .refine((text) => !text.startsWith('-'), key('negativePrice'))
  .regex(pricePattern, key('price'));

/** A price that somebody has to pay: above zero. */
export const positivePrice = price.regex(notZero, key('positivePrice'));

export const portNumber = z.int().min(1, key('port')).max(65_535, key('port'));

export const ipAddress = z.union([z.ipv4(key('ipAddress')), z.ipv6(key('ipAddress'))], key('ipAddress'));

export const hostName = filled(253).regex(
  /^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?)+$/,
  key('hostName'),
);

/** What KubeVirt calls a model of CPU. */
export const cpuModel = textUpTo(63).regex(/^[A-Za-z0-9](?:[-A-Za-z0-9_.]*[A-Za-z0-9])?$/, key('cpuModel'));

const noPrivateKey = z
  .string()
  .trim()
  .refine((text) => !isPrivateKey(text), { error: key('privateKey'), abort: true });

/** One OpenSSH public key line: type, base64 body, optional comment; the body is a whole key of that type. */
export const sshPublicKey = textUpTo(2_000, noPrivateKey)
  .regex(
    /^(?:ssh-ed25519|ssh-rsa|ecdsa-sha2-nistp(?:256|384|521)|sk-ssh-ed25519@openssh\.com|sk-ecdsa-sha2-nistp256@openssh\.com) [A-Za-z0-9+/]{40,}={0,3}(?: [^\r\n]*)?$/,
    key('sshKey'),
  )
  .refine(isWholeKey, key('sshKey'));

/** Years that neither the database nor an offset from UTC can turn into one of more or fewer than four digits. */
const usualYear = /^(?:19[7-9]\d|[2-8]\d{3}|9[0-8]\d\d|99[0-8]\d|999[0-8])-/;

const missingOrInvalid = ({ input }: { readonly input?: unknown }) =>
  key(input === '' || input === undefined ? 'required' : 'invalid');

/** An instant, RFC 3339 with its offset, from 1970 to 9998. */
export const instant = z.iso
  .datetime({ offset: true, error: missingOrInvalid })
  .regex(usualYear, key('invalid'));

/** A time of day, `09:00`. */
export const clockTime = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, key('clockTime'));

/** A name of the IANA time zone database, which offsets are not. */
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

/** Says of any zod issue which validation message it is. Give it to `safeParse(value, { error: issueKey })`. */
export function issueKey(issue: {
  readonly code?: string | undefined;
  readonly expected?: unknown;
  readonly input?: unknown;
}): ValidationKey {
  if (issue.expected === 'int') return 'wholeNumber';
  if (issue.code === 'unrecognized_keys') return 'unknown';
  return issue.code === 'invalid_type' && issue.input === undefined ? 'required' : 'invalid';
}

/** The refused fields of a zod error, as `path.to.field` → the first message. */
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
