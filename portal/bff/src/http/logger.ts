import { traceFields } from '@gpulease/kube/tracing';
import { pino, type DestinationStream, type Logger } from 'pino';
import { requestFields } from './request-id.ts';

export type { Logger };

/** Fields redacted from logs, up to depth three. */
export const secretFields = [
  'password',
  'newPassword',
  'currentPassword',
  'confirmPassword',
  'passwordHash',
  'smsCode',
  'inviteCode',
  'captcha',
  'code',
  'token',
  'secret',
  'authorization',
  'cookie',
  '["set-cookie"]',
];

/** Creates a logger that writes JSON lines to stdout, without secrets. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const paths = secretFields.flatMap((field) => {
    const suffix = field.startsWith('[') ? field : `.${field}`;
    return [suffix.replace(/^\./, ''), `*${suffix}`, `*.*${suffix}`];
  });
  const options = {
    level,
    redact: { paths, censor: '[removed]' },
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: () => ({ ...requestFields(), ...traceFields() }),
  };
  return destination ? pino(options, destination) : pino(options);
}

/** Masks a phone, such as `138****8000`: recognizable, but not enough to call. */
export function maskPhone(phone: string): string {
  return `${phone.slice(0, 3)}****${phone.slice(-4)}`;
}
